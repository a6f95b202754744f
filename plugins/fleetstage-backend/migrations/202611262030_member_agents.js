// @ts-check

/*
 * Purpose: members without credentials join by an agent; their objects on the hub are made, corrected and removed.
 * Locks: a new table.
 * Cost: none; a member without credentials gets its row with its next pass.
 * Way back: `down` drops the table; an older version leaves the objects where they are, and makes none.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('member_agents', table => {
    table.comment('Members that join by an agent of their own, and how far their objects on the hub are');
    table.text('hub').notNullable();
    table.text('member').notNullable();
    table.text('member_uid').notNullable().comment('uid of the MemberCluster');
    table
      .text('ensured_for')
      .nullable()
      .comment('generation that the objects were made for; null: they are not');
    table.text('problem').nullable().comment('what keeps the objects from being made or removed');
    table.text('joined').nullable().comment('whether it has joined, as the last Event says');
    table.bigInteger('leaving_since').nullable().comment('when it got credentials, so that its agent leaves');
    table.primary(['hub', 'member']);
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.dropTable('member_agents');
};
