import type { KubeObject } from '@fleetstage/kube-client';
import type { BenchFleet } from './benchFleet';
import {
  STAGES,
  isPlacedOn,
  isTrue,
  placement,
  stageOf,
  updateRun,
  updateStrategy,
  workload,
} from './benchObjects';
import { measure, type Measured } from './measure';

const WARM_UPS = 1;

/** New placements, one after the other, each of a workload that is on the hub already. */
export async function measurePlacements(fleet: BenchFleet): Promise<readonly Measured[]> {
  const { client } = fleet.site.hub;
  const results: Measured[] = [];
  for (let i = 0; i < WARM_UPS + fleet.options.repetitions; i += 1) {
    const name = `bench-${i}`;
    for (const object of workload(name, 1)) await client.create(object);
    const object = placement(name, 'RollingUpdate');
    const isDone = (live: KubeObject) => isPlacedOn(live, fleet.options.memberCount);
    const measured = await measure(fleet, { object, isDone, placement: name });
    if (i >= WARM_UPS) results.push(measured);
  }
  return results;
}

const STAGED = 'staged';

/** Staged update runs of one placement, each after a change of its ConfigMap and Deployment. */
export async function measureRuns(fleet: BenchFleet): Promise<readonly Measured[]> {
  const { client } = fleet.site.hub;
  for (const object of workload(STAGED, 0)) await client.create(object);
  await client.create(updateStrategy(STAGED));
  await client.create(placement(STAGED, 'External'));
  const results: Measured[] = [];
  // The first run installs the workload; it is part of the warm-up.
  for (let i = 0; i <= WARM_UPS + fleet.options.repetitions; i += 1) {
    if (i > 0) await changeWorkload(fleet, i);
    const name = `run-${i}`;
    const object = updateRun(name, { placement: STAGED, strategy: STAGED });
    const isDone = ({ status }: KubeObject) => isTrue(status, 'Succeeded');
    const measured = await measure(fleet, { object, isDone, placement: STAGED, stages: stagesOf(fleet) });
    if (i > WARM_UPS) results.push(measured);
  }
  return results;
}

/** Resolves when the change has been captured as a snapshot. */
async function changeWorkload({ site, database }: BenchFleet, revision: number): Promise<void> {
  const before = await countSnapshots(database);
  for (const object of workload(STAGED, revision).slice(1)) {
    const { apiVersion, kind, metadata } = object;
    const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
    const patch = { type: 'apply', body: object, force: true } as const;
    await site.hub.client.patch({ group, version, kind }, metadata, { patch, fieldManager: 'bench' });
  }
  const deadline = Date.now() + 30_000;
  while ((await countSnapshots(database)) === before) {
    if (Date.now() > deadline) throw new Error('the change of the workload was not captured within 30 s');
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

const countSnapshots = async (database: BenchFleet['database']) =>
  (await database.select('resource_snapshots', ['idx'], { placement: STAGED })).map(({ idx }) => idx).join();

function stagesOf({ site, options }: BenchFleet) {
  return STAGES.map((_, stage) => {
    const names = site.memberNames.filter((__, i) => stageOf(i, options.memberCount) === stage);
    return { members: names, maxAtOnce: Math.max(1, Math.floor(names.length / 2)) };
  });
}
