import type { KubeObject } from '@fleetstage/kube-client';
import type { BenchFleet } from '../benchFleet';
import { PLACEMENT_API, isPlacedOn, isTrue, workload } from '../benchObjects';
import { limitTo } from '../floorOrder';
import { percentile } from '../mainJobReport';
import { measure, type Job, type Measured } from '../measure';
import type { RecordedTransaction } from '../recording';
import { heavyPolicy } from './bigFleet';

/** New placements on a fleet, medians in ms; the floor is the same requests and writes without the engine. */
export interface SchedulingFigure {
  readonly placementsPresent: number;
  readonly picked: number;
  /** Until the bindings are in the database. */
  readonly committedMs: number;
  readonly committedFloorMs: number;
  /** Until the hub's status says whom the scheduler picked. */
  readonly scheduledMs: number;
  readonly scheduledFloorMs: number;
  /** Until the hub's status says that all picked clusters are available. */
  readonly availableMs: number;
  readonly availableFloorMs: number;
  /** A picked cluster is available in our rows. */
  readonly memberP90Ms: number;
  readonly budgetMs: number;
}

export interface SchedulingOptions {
  readonly fleet: BenchFleet;
  readonly placementsPresent: number;
  readonly picked: number;
  readonly repetitions: number;
  /** Of the time until a cluster is available, p90 (architecture §6). */
  readonly budgetMs: number;
}

const WARM_UPS = 1;

export async function measureScheduling(options: SchedulingOptions): Promise<SchedulingFigure> {
  const { fleet, placementsPresent, picked, repetitions, budgetMs } = options;
  const committed: Measured[] = [];
  const result: Measured[] = [];
  const placed: Measured[] = [];
  for (let i = 0; i < WARM_UPS + repetitions; i += 1) {
    const name = `measured-${placementsPresent}-${i}`;
    const first = await measurePlacement(fleet, `${name}-committed`, {
      picked,
      isDone: isScheduled,
      endsWith: makesBindings,
    });
    const one = await measurePlacement(fleet, `${name}-scheduled`, { picked, isDone: isScheduled });
    const other = await measurePlacement(fleet, `${name}-placed`, {
      picked,
      isDone: live => isPlacedOn(live, picked),
    });
    if (i < WARM_UPS) continue;
    committed.push(first);
    result.push(one);
    placed.push(other);
  }
  const middle = (list: readonly Measured[], of: (one: Measured) => number) =>
    Math.round(percentile(list.map(of), 50));
  return {
    placementsPresent,
    picked,
    committedMs: middle(committed, one => one.wholeMs),
    committedFloorMs: middle(committed, one => one.floor.wholeMs),
    scheduledMs: middle(result, one => one.wholeMs),
    scheduledFloorMs: middle(result, one => one.floor.wholeMs),
    availableMs: middle(placed, one => one.wholeMs),
    availableFloorMs: middle(placed, one => one.floor.wholeMs),
    memberP90Ms: middle(placed, one => percentile([...one.memberMs.values()], 90)),
    budgetMs,
  };
}

const isScheduled = ({ status }: KubeObject) => isTrue(status, 'ClusterResourcePlacementScheduled');

interface PlacementJob extends Pick<Job, 'isDone' | 'endsWith'> {
  readonly picked: number;
}

async function measurePlacement(fleet: BenchFleet, name: string, { picked, ...job }: PlacementJob) {
  for (const object of workload(name, 1)) await fleet.site.hub.client.create(object);
  const object = pickingPlacement(name, picked);
  return measure(fleet, { ...job, object, placement: name, isSizeLeftOut: true });
}

/** Everything that a policy can ask of the scheduler, on the labels and properties that benchmark members have. */
function pickingPlacement(namespace: string, picked: number): KubeObject {
  const { affinity, topologySpreadConstraints, ...policy } = heavyPolicy(picked);
  const preferred =
    affinity?.clusterAffinity?.preferredDuringSchedulingIgnoredDuringExecution?.map(
      ({ weight, preference }) => ({
        weight,
        preference: { propertySorter: preference.propertySorter },
      }),
    ) ?? [];
  return {
    apiVersion: `${PLACEMENT_API.group}/${PLACEMENT_API.version}`,
    kind: 'ClusterResourcePlacement',
    metadata: { name: namespace },
    spec: {
      resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: namespace }],
      policy: {
        ...policy,
        affinity: {
          clusterAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              clusterSelectorTerms: [
                {
                  labelSelector: {
                    matchExpressions: [{ key: 'environment', operator: 'NotIn', values: ['staging'] }],
                  },
                },
              ],
            },
            preferredDuringSchedulingIgnoredDuringExecution: preferred,
          },
        },
        topologySpreadConstraints,
      },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '100%', maxSurge: '100%' } },
    },
  };
}

const makesBindings = ({ writes }: RecordedTransaction) =>
  writes.some(({ sql }) => /insert into ["`]bindings["`]/.test(sql));

const CREATES_AT_ONCE = 4;
const EACH_PICKS = 10;
const FILL_PATIENCE_MS = 1_200_000;

/** Placements of ten clusters each, until there are so many; how long it took and what the engine's heap is then. */
export async function fillPlacements(
  fleet: BenchFleet,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ readonly tookMs: number; readonly heapBytes: number }> {
  const { client } = fleet.site.hub;
  const startedAt = performance.now();
  const names = Array.from({ length: to - from }, (_, i) => `present-${from + i}`);
  await limitTo(CREATES_AT_ONCE, names, async name => {
    for (const object of workload(name, 1)) await client.create(object);
    await client.create(pickingPlacement(name, EACH_PICKS));
  });
  await fleet.engine.untilQuiet(FILL_PATIENCE_MS);
  const tookMs = performance.now() - startedAt;
  return { tookMs, heapBytes: await fleet.engine.heapBytes() };
}
