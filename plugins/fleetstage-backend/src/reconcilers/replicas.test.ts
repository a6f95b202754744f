import type { TestDatabaseId } from '@backstage/backend-test-utils';
import {
  aHealthyMember,
  aReleasedReport,
  aResourceSnapshot,
  anAvailableReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { aMemberObject, aPlacementObject, aRunObject, aStrategyObject } from '../__testUtils__/objects';
import { loadBinding } from '../database/bindingStore';
import { requestCapture, saveCapture } from '../database/captureStore';
import { saveCluster } from '../database/clusterStore';
import { Database, type Tx } from '../database/db';
import { fromWorkKey, toHubKey } from '../database/keys';
import { lockPlacement } from '../database/lockPlacement';
import { saveObject } from '../database/mirrorStore';
import { mark } from '../database/queue/mark';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { saveWork } from '../database/workStore';
import type { Effect } from '../loop/effect';
import { effectSpec, runWorkers, type LoopDeps } from '../loop/runWorkers';
import { systemPorts } from '../loop/systemPorts';
import { LocalWake } from '../loop/wake';
import { silentLog } from '../observe/log';
import { MemoryMetrics } from '../observe/metrics';
import { parseSettings } from '../settings';
import { allReconcilers } from './allReconcilers';

const settings = parseSettings({ hubs: [{ name: 'hub' }], concurrency: { passes: 3 } }, '/');
const databases = createTestDatabases();
const CLUSTERS = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'];
const PLACEMENTS = 8;

type Revision = { readonly revision: string; readonly isReleased: boolean };

/** A member that answers at once. */
const obedientMember: Effect<Revision, Revision> = {
  name: 'apply-work',
  async load(tx, key) {
    const binding = await loadBinding(tx, fromWorkKey(key));
    if (binding?.revision === undefined) return undefined;
    return { revision: binding.revision, isReleased: binding.releasedAt !== undefined };
  },
  run: async revision => revision,
  async record(tx, key, _, { revision, isReleased }) {
    const { hub, placement, cluster } = fromWorkKey(key);
    const now = systemPorts.clock.now();
    const report = isReleased
      ? aReleasedReport(cluster, { revision })
      : anAvailableReport(cluster, { revision }, now);
    await saveWork(tx, { hub, name: placement }, { report, inventory: { objects: [] } });
  },
};

async function seed(tx: Tx): Promise<void> {
  const now = systemPorts.clock.now();
  for (const [i, cluster] of CLUSTERS.entries()) {
    await saveObject(tx, 'hub', aMemberObject(cluster, { stage: i < 2 ? 'canary' : 'production' }));
    await saveCluster(tx, 'hub', cluster, {
      health: aHealthyMember({ lastHeartbeatAt: now }),
      properties: {},
    });
  }
  const stage = (name: string) => ({
    name,
    labelSelector: { matchLabels: { stage: name } },
    maxConcurrency: '50%',
  });
  await saveObject(tx, 'hub', aStrategyObject('strategy', [stage('canary'), stage('production')]));
}

/** One placement with its resources captured and two runs on it. */
async function seedPlacement(tx: Tx, name: string): Promise<void> {
  await saveObject(tx, 'hub', aPlacementObject(name, { strategy: { type: 'External' } }));
  await lockPlacement(tx, 'hub', name);
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  const snapshot = aResourceSnapshot({ hash: `content of ${name}` });
  await saveResourceSnapshot(tx, { hub: 'hub', name }, snapshot, [namespace]);
  await requestCapture(tx, 'hub', name);
  await saveCapture(tx, { hub: 'hub', name }, { through: 1 });
  for (const run of [`${name}-a`, `${name}-b`]) {
    await saveObject(tx, 'hub', aRunObject(run, { placementName: name, resourceSnapshotIndex: '0' }));
    mark(tx, { queue: 'update-run', key: toHubKey('hub', run) });
  }
}

describe.each(databases.eachSupportedId())('two replicas on %s', databaseId => {
  it('carry all runs through, without a deadlock and without recording anything twice', async () => {
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const errors: string[] = [];
    knex.on('query-error', error => errors.push(`${error.code}: ${error.message}`));
    const wake = new LocalWake();
    const database = new Database(knex, { ports: systemPorts, onMarked: queues => wake.announce(queues) });
    await database.transact(seed);
    const startReplica = () => {
      const deps: LoopDeps = {
        database,
        ports: systemPorts,
        log: silentLog,
        metrics: new MemoryMetrics(),
        wake,
      };
      const effects = effectSpec(deps, obedientMember, { concurrency: 8, perGroup: 3, deadlineMs: 30_000 });
      return runWorkers(deps, [...allReconcilers(deps, settings), effects]);
    };
    const replicas = [startReplica(), startReplica()];
    for (let i = 0; i < PLACEMENTS; i += 1) await database.transact(tx => seedPlacement(tx, `p${i}`));

    const overRuns = () =>
      database.transact(async tx =>
        (await tx.sql('runs').where({ is_over: true }).select('progress')).map(r => r.progress),
      );
    const over = await eventually(overRuns, progress => progress.length === 2 * PLACEMENTS, 60_000);
    for (const replica of replicas) await replica.stop();

    expect(over.filter(progress => JSON.parse(progress).succeededAt === undefined)).toEqual([]);
    const started = await database.transact(tx =>
      tx.sql('timeline').whereIn('event', ['started', 'succeeded', 'stageStarted']),
    );
    const lines = started.map(row => [row.subject_name, row.event, row.stage].join(' '));
    expect(lines.filter((line, i) => lines.indexOf(line) !== i)).toEqual([]);
    expect(lines.filter(line => line.includes('succeeded'))).toHaveLength(2 * PLACEMENTS);
    expect(errors).toEqual([]);
  }, 90_000);
});
