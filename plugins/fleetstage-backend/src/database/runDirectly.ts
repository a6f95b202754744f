import type { Knex } from 'knex';

/** The part of better-sqlite3 that is used here. */
interface Statement {
  readonly reader: boolean;
  all(bindings: readonly unknown[]): unknown[];
  run(bindings: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: unknown };
}

interface Connection {
  readonly __knexUid?: string;
  readonly __knexTxId?: string;
  prepare(sql: string): Statement;
}

interface Compiled {
  readonly sql: string;
  readonly bindings?: readonly unknown[];
  readonly output?: unknown;
  response?: unknown;
  context?: unknown;
}

interface Builder {
  toSQL(): Compiled | readonly Compiled[];
}

/** The part of a dialect of Knex that is used here. */
interface Client {
  readonly driverName: string;
  acquireConnection(): Promise<Connection>;
  runner(builder: Builder): { run(): Promise<unknown> };
  prepBindings(bindings: readonly unknown[] | undefined): readonly unknown[] | undefined;
  _formatBindings(bindings: readonly unknown[] | undefined): readonly unknown[];
  processResponse(compiled: Compiled, runner: unknown): unknown;
  emit(event: string, ...about: readonly unknown[]): void;
}

/**
 * Lets the statements of a transaction on SQLite run where they are asked for. The driver answers at once; Knex goes about ten
 * promises and eight events with each statement all the same, which takes longer than most of ours run. The events reach
 * who listens on the root, and nobody else. Statements of several parts (of schemas) go the way they went, and so does all of
 * the driver sqlite3, which answers later.
 */
export async function runDirectly(root: Knex, transaction: Knex.Transaction): Promise<void> {
  const client = transaction.client as Client;
  if (client.driverName !== 'better-sqlite3') return;
  const connection = await client.acquireConnection();
  const usual = client.runner.bind(client);
  const isHeard = root.listenerCount('query') + root.listenerCount('query-response') > 0;
  client.runner = builder => ({
    async run() {
      const compiled = transaction.isCompleted() ? [] : builder.toSQL();
      if (isList(compiled) || compiled.output !== undefined) return usual(builder).run();
      const about = () => ({
        ...compiled,
        __knexUid: connection.__knexUid,
        __knexTxId: connection.__knexTxId,
      });
      if (isHeard) client.emit('query', about());
      try {
        execute(client, connection, compiled);
      } catch (error) {
        // As Knex says it, but never with the values: see `compileSqlOnError` of the root.
        (error as Error).message = `${compiled.sql} - ${(error as Error).message}`;
        client.emit('query-error', error, about());
        throw error;
      }
      const answer = client.processResponse(compiled, undefined);
      if (isHeard) client.emit('query-response', answer, about(), builder);
      return answer;
    },
  });
}

function execute(client: Client, connection: Connection, compiled: Compiled): void {
  const statement = connection.prepare(compiled.sql);
  const bindings = client._formatBindings(client.prepBindings(compiled.bindings));
  if (statement.reader) {
    compiled.response = statement.all(bindings);
    return;
  }
  const { changes, lastInsertRowid } = statement.run(bindings);
  compiled.response = { changes, lastInsertRowid };
  compiled.context = { lastID: lastInsertRowid, changes };
}

const isList = (compiled: Compiled | readonly Compiled[]): compiled is readonly Compiled[] =>
  Array.isArray(compiled);
