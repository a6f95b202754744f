import type { KubeObject, PlacementStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { statusOf } from '@fleetstage/applier/testing';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createTestDatabases, openTestDatabase } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { Line } from './__testUtils__/Line';
import { aMemberObject, aPlacementObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';
import { composeEngine, type Engine } from './compose';
import { systemPorts } from './loop/systemPorts';
import type { Log } from './observe/log';
import { parseSettings } from './settings';

jest.setTimeout(150_000);

const databases = createTestDatabases();
const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps' };
/** Reported 20 to 30 s after the watch has failed; its end 10 s after it is open again. */
const TOLD_WITHIN_MS = 40_000;
const BROKEN = statusOf(500, 'InternalError', 'conversion webhook for v1, Kind=ConfigMap failed');
const FORBIDDEN = statusOf(403, 'Forbidden', 'configmaps is forbidden: cannot watch resource');

describe('a kind that placements select cannot be watched any more', () => {
  let fleet: StubFleet;
  let line: Line;
  let engine: Engine;
  let lines: string[];

  beforeEach(async () => {
    lines = [];
    fleet = await StubFleet.start();
    fleet.hub.put(
      { group: '', version: 'v1', plural: 'namespaces' },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } },
    );
    putConfigMap('one');
    fleet.put(aMemberObject('c1'));
    fleet.put(aPlacementObject('web'));
    line = await Line.to(fleet.api.endpoint('hub').server);
    const config = JSON.parse(await readFile(fleet.kubeconfig, 'utf8'));
    for (const { name, cluster } of config.clusters) if (name === 'hub') cluster.server = line.address;
    await writeFile(fleet.kubeconfig, JSON.stringify(config));
    const keep = (level: string) => (message: string, fields?: object) =>
      void lines.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`);
    const log: Log = { debug: () => {}, info: keep('info'), warn: keep('warn'), error: keep('error') };
    const { knex } = await openTestDatabase(databases, 'SQLITE_3');
    engine = await composeEngine({
      knex,
      settings: parseSettings(fleet.settings, __dirname),
      // Attempts follow one another soon, as they would with luck.
      ports: { ...systemPorts, jitter: { next: () => 0.05 } },
      log,
      crdsDir: resolve(__dirname, '../crds'),
    });
    await engine.start();
    await eventually(onMember, found => found?.value === 'one', 30_000);
  });
  afterEach(async () => {
    fleet.hub.intercept = undefined;
    await engine.stop();
    await line.close();
    await fleet.stop();
  });

  const putConfigMap = (value: string) =>
    fleet.hub.put(CONFIG_MAPS, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'texts', namespace: 'web' },
      data: { value },
    });
  const onMember = () =>
    (
      fleet.api.cluster('c1').find('configmaps', 'texts', 'web') as
        { data?: Record<string, string> } | undefined
    )?.data;
  const warning = () => {
    const { status } = (fleet.find('ClusterResourcePlacement', 'web') ?? {}) as KubeObject & {
      status?: PlacementStatus;
    };
    const found = status?.conditions?.find(({ type }) => type === 'FleetstageWarning');
    return found && `${found.reason}: ${found.message}`;
  };
  const state = async () => {
    const { isReady, hub } = await engine.readiness();
    const [, metric] =
      /fleetstage_hub_kind_unwatched\{hub="hub",kind="\/v1\/ConfigMap"\} (\d)/.exec(
        engine.metricsText({ withNames: true }),
      ) ?? [];
    return { isReady, unwatched: hub.ingest.unwatched, metric };
  };
  const linesWith = (text: string) => lines.filter(one => one.includes(text));
  /** Every stream breaks, and opens anew but for those of the kind. */
  const breakStreams = async () => {
    line.cut();
    line.mend();
  };

  it.each([
    { how: 'its conversion webhook is broken', verbs: ['LIST', 'WATCH'], answer: BROKEN, isWarned: false },
    { how: 'the right to watch it was withdrawn', verbs: ['WATCH'], answer: FORBIDDEN, isWarned: true },
  ])('health, a metric and one line report it within 30 s, and its end ($how)', async row => {
    fleet.hub.intercept = ({ verb, place }) =>
      place.plural === 'configmaps' && row.verbs.includes(verb) ? row.answer : undefined;
    await breakStreams();
    const broken = await eventually(state, ({ unwatched }) => unwatched.length > 0, TOLD_WITHIN_MS);
    const reason = expect.stringContaining((row.answer.body as { message: string }).message);
    expect(broken).toEqual({
      isReady: true,
      unwatched: [{ kind: '/v1/ConfigMap', since: expect.any(Number), reason }],
      metric: '1',
    });
    expect(engine.metricsText({ withNames: false })).not.toContain('ConfigMap');
    if (row.isWarned) {
      const warned = await eventually(warning, text => text !== undefined, 20_000);
      expect(warned).toMatch(/^FleetstageKindNotWatched: ConfigMap cannot be watched on the hub/);
    }
    putConfigMap('two');
    fleet.hub.intercept = undefined;
    await eventually(state, ({ unwatched }) => unwatched.length === 0, TOLD_WITHIN_MS);
    expect(await state()).toMatchObject({ isReady: true, metric: '0' });
    await eventually(onMember, found => found?.value === 'two', 20_000);
    await eventually(warning, text => text === undefined, 20_000);
    expect(linesWith('cannot be watched on the hub')).toEqual([
      expect.stringMatching(/^warn A kind cannot be watched on the hub; .*"kind":"\/v1\/ConfigMap"/),
    ]);
    expect(linesWith('can be watched on the hub again')).toHaveLength(1);
  });
});
