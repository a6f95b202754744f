import { mockCredentials, type TestDatabaseId } from '@backstage/backend-test-utils';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import type { Knex } from 'knex';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { startReadyBackend } from '../__testUtils__/fleetBackend';
import { anOverrideObject } from '../__testUtils__/objects';
import { operations, type Operation } from '../__testUtils__/operations';
import { StubFleet } from '../__testUtils__/stubFleet';

/** The list with the most parameters gets some thousand requests. */
jest.setTimeout(600_000);

/**
 * Beside each value of another parameter one of so many, as there are some hundred thousand pairs, and on SQLite anywhere, which
 * can hold what PostgreSQL cannot. `npm run test:fuzz` tries all.
 */
const SHARE = Number(process.env.HOSTILE_SHARE ?? 10);
/** Alone, on PostgreSQL. Where some are left out, each parameter gets others, so that every value is tried. */
const ALONE = Number(process.env.HOSTILE_ALONE ?? 1);

const databases = createTestDatabases();
const ADA = 'user:default/ada';

const cursor = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');

/** What no database, no number column and no name can hold, beside what only seems so. */
const TEXTS = [
  '\u0000',
  'a\u0000b',
  '\uffff',
  '\ud800',
  'a\udc00b',
  '\u001b[31m\u202e',
  '',
  '.',
  '..',
  'a/b',
  '../../secrets/a',
  '-1',
  '2147483648',
  '9223372036854775808',
  '100000000000000000000',
  '1e309',
  'NaN',
  '__proto__',
  'constructor',
  '%',
  "'; drop table placements; --",
  'x'.repeat(5_000),
  cursor({ after: '9007199254740991', at: 9007199254740991 }),
  cursor({ after: '9223372036854775808', at: 1e300 }),
  cursor({ after: '', at: 2 ** 63 }),
  cursor({ after: '', at: 1e20 }),
  cursor({ after: '', at: -1 }),
  cursor({ after: 'a\u0000b', at: 0 }),
  cursor({ after: '\ud800', at: 2147483648, listing: '\u0000' }),
];

/** As they are in a body; JSON.stringify would not write all of them. */
const LITERALS = [
  ...TEXTS.map(text => JSON.stringify(text)),
  '-1',
  '2147483648',
  '1e20',
  '1e309',
  '-0',
  'null',
  '[]',
  '{"__proto__":{"isAdmin":true}}',
  '{"a\\u0000":"b"}',
  '{"a":"\\ud800"}',
  `${'['.repeat(500)}${']'.repeat(500)}`,
  `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
];

const DEPTH = 100_000;
const DEEP = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
/** Nested in a text, where only whoever parses an annotation would meet it. */
const DEEP_ANNOTATION = JSON.stringify({ 'kubectl.kubernetes.io/last-applied-configuration': DEEP });

/** What exists, so that a hostile value beside it comes as far as it can. */
const THERE: Readonly<Record<string, unknown>> = {
  scope: '_',
  cluster: 'c1',
  stage: 'canary',
  task: 'after',
  from: '0',
  to: '0',
  placement: 'web',
  strategy: 'strategy',
  requestUid: 'uid',
  uid: 'uid',
  resourceVersion: '1',
  reason: 'why',
  state: 'Run',
  spec: {},
  isNew: true,
};

interface HostileAddress {
  readonly hostile: Operation['parameters'][number];
  readonly beside: Values;
  readonly text: string;
}

type Values = Readonly<Record<string, string>>;

/**
 * Alone, and beside each value that another parameter may have: an answer may be made in as many ways. What may only have
 * certain values itself, or names the hub, is refused whatever is beside it.
 */
const besides = ({ parameters }: Operation, hostile: Operation['parameters'][number]): readonly Values[] => {
  const isRefusedAtOnce = hostile.values.length > 0 || hostile.name === 'hub';
  const others = parameters.filter(other => other !== hostile && !isRefusedAtOnce);
  return [{}, ...others.flatMap(({ name, values }) => values.map(value => ({ [name]: value })))];
};

const bodiesBeside = ({ choices }: Operation, hostile: string): readonly Values[] => {
  const others = choices.filter(([field]) => field !== hostile);
  return [{}, ...others.flatMap(([field, values]) => values.map(value => ({ [field]: value })))];
};

const nameIn = (path: string) =>
  path.startsWith('/runs')
    ? 'r1'
    : path.startsWith('/strategies')
      ? 'strategy'
      : path.startsWith('/overrides')
        ? 'override'
        : path.startsWith('/clusters')
          ? 'c1'
          : 'web';

describe.each(databases.eachSupportedId())('values that nobody sends by mistake, on %s', databaseId => {
  let turn = 0;
  const shareOf = <T>(values: readonly T[], beside: number): readonly T[] => {
    const share = beside === 0 && databaseId !== 'SQLITE_3' ? ALONE : SHARE;
    turn += 1;
    return values.filter((_, i) => (i + turn) % share === 0);
  };

  let fleet: StubFleet;
  let knex: Knex;
  let backend: Awaited<ReturnType<typeof startReadyBackend>>;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    ({ knex } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    backend = await startReadyBackend({
      knex,
      settings: fleet.settings,
      policy: () => ({ result: AuthorizeResult.ALLOW }),
    });
    await fleet.untilPlaced();
    fleet.put(anOverrideObject('override'));
    fleet.putRun('r1');
    await fleet.untilAsked('r1');
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  async function send(operation: Operation, path: string, body?: string) {
    const call = request(backend.server)
      [operation.method](`/api/fleetstage${path}`)
      .set('Authorization', mockCredentials.user.header(ADA));
    const answer = body === undefined ? await call : await call.type('application/json').send(body);
    return {
      status: answer.status,
      text: answer.text,
      what: `${operation.id} ${path.slice(0, 300)} ${body?.slice(0, 300)}`,
    };
  }

  /** The timeline of people: what the engine writes meanwhile has its own name. */
  const linesOfPeople = async () =>
    // That a run has ended names who asked for it, and is recorded by the engine.
    (await knex('timeline').where({ actor: ADA }).whereNot({ event: 'ended' }).select('event')).length;

  const base = (operation: Operation) =>
    Object.fromEntries(operation.required.map(name => [name, THERE[name] ?? 'none']));

  it.each(operations())('$id answers every parameter without blaming itself or the hub', async operation => {
    const body = operation.hasBody ? JSON.stringify(base(operation)) : undefined;
    for (const hostile of operation.parameters)
      for (const [at, beside] of besides(operation, hostile).entries())
        await Promise.all(
          shareOf(TEXTS, at).map(async text => {
            const answer = await send(operation, addressOf({ hostile, beside, text }), body);
            if (answer.status >= 500) throw new Error(`${answer.status} for ${answer.what}: ${answer.text}`);
          }),
        );

    function addressOf({ hostile: { name, place }, beside, text }: HostileAddress): string {
      const path = operation.fill(other =>
        place === 'path' && other === name
          ? text
          : (beside[other] ?? String(THERE[other] ?? nameIn(operation.path))),
      );
      const asked = new URLSearchParams(operation.queryOf(THERE));
      for (const other of operation.parameters)
        if (other.place === 'query' && other.name in beside) asked.set(other.name, beside[other.name]);
      if (place === 'query') asked.set(name, text);
      return `${path}?${asked}`;
    }
  });

  it.each(operations().filter(({ hasBody }) => hasBody))(
    '$id refuses a hostile body, and records nothing in the timeline of what did not happen',
    async operation => {
      const path = operation.fill(name => String(THERE[name] ?? nameIn(operation.path)));
      const before = await linesOfPeople();
      let accepted = 0;
      const fields = [...(operation.fields.length > 0 ? operation.fields : ['noSuchField']), '__proto__'];
      const cases = fields.flatMap(field =>
        bodiesBeside(operation, field).map((beside, at) => ({ field, beside, at })),
      );
      for (const { field, beside, at } of cases)
        for (const literal of [
          ...shareOf(LITERALS, at),
          ...(field === fields[0] ? [DEEP] : []),
          ...(field === 'annotations' ? [DEEP_ANNOTATION] : []),
        ]) {
          const others = Object.entries({ ...base(operation), ...beside }).filter(([name]) => name !== field);
          const members = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
          const body = `{${[...members, `"${field}":${literal}`].join(',')}}`;
          const { status, what, text } = await send(operation, path, body);
          if (status >= 500) throw new Error(`${status} for ${what}: ${text}`);
          if (status < 300) accepted += 1;
          if (literal === DEEP) {
            if (status !== 400) throw new Error(`${status} for ${what}: ${text}`);
            expect(text).toMatch(/nested deeper than 100 levels/);
          }
        }
      expect((await linesOfPeople()) - before).toBeLessThanOrEqual(accepted);
    },
  );
});
