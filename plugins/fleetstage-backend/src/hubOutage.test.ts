import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createTestDatabases, openTestDatabase } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { Line } from './__testUtils__/Line';
import { aMemberObject, aPlacementObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';
import { ADA } from './__testUtils__/viewers';
import { composeEngine, type Engine } from './compose';
import { systemPorts } from './loop/systemPorts';
import type { Log } from './observe/log';
import { parseSettings } from './settings';

jest.setTimeout(150_000);

const databases = createTestDatabases();
/** Within so long an outage is reported, wherever somebody reads. */
const TOLD_WITHIN_MS = 30_000;

describe('the hub is out of reach after the start', () => {
  let fleet: StubFleet;
  let line: Line;
  let engine: Engine;
  let lines: { readonly level: 'warn' | 'info' | 'error'; readonly text: string }[];
  let changes: number;

  const keep = (level: 'warn' | 'info' | 'error') => (message: string, fields?: object) => {
    lines.push({ level, text: `${message} ${JSON.stringify(fields ?? {})}` });
  };
  const log: Log = { debug: () => {}, info: keep('info'), warn: keep('warn'), error: keep('error') };

  beforeEach(async () => {
    lines = [];
    changes = 0;
    fleet = await StubFleet.start();
    for (const name of ['default', 'web']) putNamespace(name);
    fleet.put(aMemberObject('c1'));
    fleet.put(aMemberObject('c2'));
    fleet.put(aPlacementObject('web'));
    line = await Line.to(fleet.api.endpoint('hub').server);
    const config = JSON.parse(await readFile(fleet.kubeconfig, 'utf8'));
    for (const { name, cluster } of config.clusters) if (name === 'hub') cluster.server = line.address;
    await writeFile(fleet.kubeconfig, JSON.stringify(config));
    const { knex } = await openTestDatabase(databases, 'SQLITE_3');
    engine = await composeEngine({
      knex,
      settings: parseSettings(fleet.settings, __dirname),
      ports: systemPorts,
      log,
      onHubChanged: () => (changes += 1),
      crdsDir: resolve(__dirname, '../crds'),
    });
    await engine.start();
    await fleet.untilPlaced();
    await eventually(state, seen => seen.isReady && seen.isReachable, 20_000);
    lines = [];
  });
  afterEach(async () => {
    await engine.stop();
    await line.close();
    await fleet.stop();
  });

  const state = async () => {
    const { isReady, hub } = await engine.readiness();
    const page = await engine.queries.placements({}, ADA);
    const [, watching] =
      /fleetstage_hub_watching\{hub="hub"\} (\d)/.exec(engine.metricsText({ withNames: true })) ?? [];
    return { isReady, ...page.hub, watching, connection: hub.ingest.connection };
  };
  const said = (level: string) => lines.filter(one => one.level === level).map(({ text }) => text);
  const putNamespace = (name: string, labels = {}) =>
    fleet.hub.put(
      { group: '', version: 'v1', plural: 'namespaces' },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } },
    );

  it.each(['cut', 'freeze'] as const)(
    'health, metric and pages report it within 30 s, and its end (%s)',
    async how => {
      const from = Date.now();
      line[how]();
      const lost = await eventually(state, seen => !seen.isReachable, TOLD_WITHIN_MS);
      expect(lost).toMatchObject({ isReady: false, watching: '0', connection: { state: 'lost' } });
      // The pages show the time of their data: no later than the hub was heard, and hardly earlier.
      expect(Date.parse(lost.since!)).toBeLessThanOrEqual(from + 1000);
      expect(Date.parse(lost.since!)).toBeGreaterThan(from - 15_000);
      expect(lost.reason).not.toBe('');
      putNamespace('web', { changed: 'meanwhile' });
      await new Promise(done => setTimeout(done, 15_000));
      expect(said('warn')).toEqual([expect.stringMatching(/^The hub does not answer/)]);
      expect(said('error')).toEqual([]);
      line.mend();
      const again = await eventually(state, seen => seen.isReachable, TOLD_WITHIN_MS);
      expect(again).toMatchObject({ isReady: true, watching: '1', connection: { state: 'connected' } });
      expect(said('info').filter(text => text.startsWith('The hub answers again'))).toHaveLength(1);
      expect(changes).toBe(2);
    },
  );
});
