import { coreServices, createServiceFactory, type RootLoggerService } from '@backstage/backend-plugin-api';
import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { InputError, NotAllowedError, ServiceUnavailableError } from '@backstage/errors';
import { TransientError } from '@fleetstage/kube-client';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import express, { type ErrorRequestHandler } from 'express';
import type { Knex } from 'knex';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startFleetBackend } from '../__testUtils__/fleetBackend';
import { StubFleet } from '../__testUtils__/stubFleet';
import { createHubWriter } from '../kube/hubWriter';
import { systemPorts } from '../loop/systemPorts';
import { silentLog, type LogFields } from '../observe/log';
import { asAnswered } from '../service/HubWriter';
import { plainHeaders, reportErrors } from './reportErrors';

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const FORGED = 'x\n2026-11-24 fleetstage info FORGED\u001b[31m\u202e\u2028';
const SHOWN = 'x\\u000a2026-11-24 fleetstage info FORGED\\u001b[31m\\u202e\\u2028';

/** What the platform is given of an error, to answer and to log. */
async function shownFor(error: unknown) {
  const logged: { message: string; fields?: LogFields }[] = [];
  const given: (Error & Record<string, unknown>)[] = [];
  const keep: ErrorRequestHandler = (shown, _, response, __) => {
    given.push(shown);
    response.end();
  };
  const log = {
    ...silentLog,
    error: (message: string, fields?: LogFields) => logged.push({ message, ...(fields && { fields }) }),
  };
  const app = express();
  app.get('/a', (_, __, next) => next(error));
  app.use(reportErrors(log), keep);
  await request(app).get('/a');
  return { shown: given[0], logged };
}

describe('an error that is expected', () => {
  it.each([
    new InputError(FORGED),
    new NotAllowedError(FORGED),
    new ServiceUnavailableError('the hub does not answer', new Error(FORGED)),
  ])('$name keeps its name, and its texts are one line', async error => {
    const { shown, logged } = await shownFor(error);
    expect(shown.name).toBe(error.name);
    expect(shown.message).toContain(SHOWN);
    expect(`${shown.message}${shown.stack?.split('\n')[0]}`).not.toMatch(HIDDEN);
    expect(shown).not.toHaveProperty('cause');
    expect(logged).toEqual([]);
  });

  it('says once that the hub does not answer', async () => {
    const cause = new TransientError('connection closed by 10.2.0.4:443 (POST /apis/x)', {
      isClusterWide: true,
      why: 'connection closed by 10.2.0.4:443',
    });
    const client = () => Promise.reject(cause);
    const writer = createHubWriter({ hub: 'hub', client, clock: systemPorts.clock });
    const { shown } = await shownFor(await writer.find('ClusterStagedUpdateRun', 'r1').catch(error => error));
    expect([shown.name, shown.message]).toEqual([
      'ServiceUnavailableError',
      'Hub "hub" does not answer: connection closed by 10.2.0.4:443. Try again when the hub answers.',
    ]);
  });

  it('keeps the causes of a refusal, as texts of one line, and the mark of an answer', async () => {
    const causes = [{ field: 'metadata.name', message: FORGED }];
    const refused = await shownFor(Object.assign(new InputError('no'), { causes }));
    expect(refused.shown.causes).toEqual([{ field: 'metadata.name', message: SHOWN }]);
    const answered = await shownFor(asAnswered(new ServiceUnavailableError('no right')));
    expect(answered.shown.isAnswered).toBe(true);
  });

  it('keeps the status by which a library refuses', async () => {
    const { shown, logged } = await shownFor(Object.assign(new Error('too large'), { status: 413 }));
    expect([shown.statusCode, shown.message, logged]).toEqual([413, 'too large', []]);
  });
});

describe('an error that nobody expects', () => {
  const STATEMENT = 'select "secret" from "approvals" where "hub" = $1 - out of range';
  it.each([
    ['an error', new Error(STATEMENT)],
    ['a text', STATEMENT],
    ['the failure of another service', Object.assign(new Error(STATEMENT), { statusCode: 502 })],
  ])('goes to the log alone: %s', async (_, error) => {
    const { shown, logged } = await shownFor(error);
    const { failureId, reason } = logged[0].fields!;
    expect(reason).toContain(STATEMENT);
    expect(shown.message).toContain(`failureId ${failureId}`);
    expect(JSON.stringify({ ...shown, message: shown.message, stack: shown.stack })).not.toContain('secret');
    expect(shown).not.toHaveProperty('statusCode');
  });
});

it('headers that the platform logs are one line of letters', async () => {
  const app = express();
  app.use(plainHeaders);
  app.get('/', ({ headers, hostname }, response) => response.json({ headers, hostname }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // supertest refuses such headers.
  const headers = {
    'user-agent': 'a\u009b31m',
    'referer': 'b\u0085',
    'host': 'c\u009b',
    'x-other': 'd\u009b',
  };
  const asked = httpRequest({ host: '127.0.0.1', port, headers, agent: false }).end();
  const [answer] = await once(asked, 'response');
  const said = JSON.parse(Buffer.concat(await answer.toArray()).toString());
  server.close();
  await once(server, 'close');
  expect(said).toMatchObject({
    headers: { 'user-agent': 'a\\u009b31m', 'referer': 'b\\u0085', 'x-other': 'd\u009b' },
    hostname: 'c\\u009b',
  });
});

const databases = createTestDatabases();
const ADA = 'user:default/ada';

describe.each(databases.eachSupportedId())('the plugin on %s', databaseId => {
  let fleet: StubFleet;
  let knex: Knex;
  let backend: Awaited<ReturnType<typeof startFleetBackend>>;
  const lines: string[] = [];

  beforeAll(async () => {
    lines.length = 0;
    fleet = await StubFleet.start();
    fleet.putFleet();
    ({ knex } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    backend = await startFleetBackend({
      knex,
      settings: fleet.settings,
      policy: () => ({ result: AuthorizeResult.ALLOW }),
      modules: [loggerInto(lines)],
    });
    await eventually(
      () => backend.as(ADA).get('/health'),
      ({ status }) => status === 200,
      30_000,
    );
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  it('repeats no hidden character, neither to who asked nor in its log', async () => {
    const spec = { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }] };
    const refused = await backend.as(ADA).post('/placements', { scope: '_', name: FORGED, spec });
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining(SHOWN)]);
    expect(refused.body.error.causes).toEqual([
      { field: 'metadata.name', message: expect.stringContaining(SHOWN) },
    ]);
    const absent = await backend.as(ADA).get(`/placements/_/${encodeURIComponent('x\u202e')}`);
    expect([absent.status, absent.body.error.message]).toEqual([404, expect.stringContaining('x\\u202e')]);
    expect(lines.filter(line => HIDDEN.test(line))).toEqual([]);
  });

  it('answers with nothing of its database', async () => {
    await knex.schema.renameTable('approvals', 'mislaid');
    const { status, text } = await backend.as(ADA).get('/approvals?show=decided');
    await knex.schema.renameTable('mislaid', 'approvals');
    expect(status).toBe(500);
    expect(text).not.toMatch(/select|from|approvals["`]|relation|no such table/);
    const [, failureId] = /failureId ([-0-9a-f]+)/.exec(text)!;
    expect(lines.filter(line => line.includes(failureId)).join()).toMatch(/relation|no such table/);
  });
});

/** One text per line: message, fields, and of an error the message. */
function loggerInto(lines: string[]) {
  const write = (message: string, meta?: object) => {
    const { message: cause } = meta instanceof Error ? meta : { message: '' };
    lines.push([message, cause, ...Object.values(meta ?? {}).map(String)].join(' '));
  };
  const logger: RootLoggerService = {
    ...{ debug: write, info: write, warn: write, error: write },
    child: () => logger,
  };
  return createServiceFactory({ service: coreServices.rootLogger, deps: {}, factory: () => logger });
}
