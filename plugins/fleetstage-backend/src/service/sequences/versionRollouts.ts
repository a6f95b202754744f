import {
  ROLLOUT_PHASES,
  TARGET_REASONS,
  TARGET_STATES,
  type TargetReason,
  type TargetState,
  toRfc3339,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  clustersInRollout,
  isRolloutActive,
  openPass,
  predictRollout,
  projectRollout,
  rolloutHolds,
  timeoutOf,
  type SequencePass,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { InputError, NotFoundError } from '@backstage/errors';
import type { Tx } from '../../database/db';
import { loadObject } from '../../database/mirrorStore';
import { ownObject } from '../../database/sequences/loadSequenceState';
import { ROLLOUT } from '../../database/sequences/sequenceEvents';
import { loadVersionRollout } from '../../database/sequences/versionRolloutStore';
import { countTimeline } from '../../database/views/records';
import {
  loadVersionRolloutIndex,
  loadVersionRollouts,
  type VersionRolloutEntry,
} from '../../database/views/versionRolloutIndex';
import type { Answer, Asked } from '../contract';
import { pageOf } from '../paging';
import { checkHub, codesOf, reading, stampOf, type QueryDeps } from '../queryDeps';
import type { Viewer } from '../viewer';
import { manifestOf } from '../wholeRuns';
import { readSequence, type ReadSequence } from './readSequences';
import {
  rolloutPermits,
  specOfRollout,
  toBlocker,
  toRolloutSummary,
  toVersionStages,
  type ShownRollout,
} from './rolloutViews';
import { sequenceResource } from './sequenceResource';
import { toCondition } from './sequences';
import { rankOf, toClusterRow } from './rolloutClusters';

export async function listVersionRollouts(
  deps: QueryDeps,
  asked: Asked<'/version-rollouts'>,
): Promise<Answer<'/version-rollouts'>> {
  checkHub(deps, asked);
  const phases = codesOf(asked.phase, ROLLOUT_PHASES);
  const { q, sequence, type, cluster, sort = 'default' } = asked;
  return reading(deps, async tx => {
    const index = await loadVersionRolloutIndex(tx, deps.hub);
    const candidates = index
      .filter(({ name }) => q === undefined || name.includes(q))
      .filter(one => sequence === undefined || one.sequence === sequence)
      .filter(one => type === undefined || one.upgradeType === type)
      .filter(({ phase }) => phases === undefined || phases.has(phase))
      .sort(ORDERS[sort]);
    const matching = cluster === undefined ? candidates : await having(tx, deps.hub, candidates, cluster);
    const page = pageOf(matching, asked, ({ name }) => name);
    const shown = await readShown(
      tx,
      deps.hub,
      page.items.map(({ name }) => name),
    );
    return { ...stampOf(deps), ...page, items: shown.map(toRolloutSummary), total: matching.length };
  });
}

const byName = (a: VersionRolloutEntry, b: VersionRolloutEntry) => (a.name < b.name ? -1 : 1);
const byAge = (a: VersionRolloutEntry, b: VersionRolloutEntry) => b.createdAt - a.createdAt || byName(a, b);
const ORDERS = {
  name: byName,
  newest: byAge,
  default: (a: VersionRolloutEntry, b: VersionRolloutEntry) =>
    Number(isRolloutActive(b)) - Number(isRolloutActive(a)) || byAge(a, b),
};

/** Which of them have a cluster, their memories alone say. */
async function having(tx: Tx, hub: string, entries: readonly VersionRolloutEntry[], cluster: string) {
  const found = await loadVersionRollouts(
    tx,
    hub,
    entries.map(({ name }) => name),
  );
  return entries.filter(({ name }) =>
    found.get(name)?.memory.members.some(member => member.cluster === cluster),
  );
}

/** In this order. */
export async function readShown(tx: Tx, hub: string, names: readonly string[]): Promise<ShownRollout[]> {
  const records = await loadVersionRollouts(tx, hub, names);
  const shown: ShownRollout[] = [];
  for (const name of names) {
    const record = records.get(name);
    if (record === undefined) continue;
    const object = ownObject(record, await loadObject(tx, { hub, kind: ROLLOUT, name }));
    shown.push({ record, ...(object && { object }) });
  }
  return shown;
}

/** What is known of one rollout; of one that is gone from the hub its history. */
interface ReadRollout extends ShownRollout {
  readonly sequence?: ReadSequence;
}

async function readRollout(tx: Tx, deps: QueryDeps, name: string): Promise<ReadRollout> {
  const { hub } = deps;
  const record = await loadVersionRollout(tx, { hub, name });
  const mirrored = await loadObject(tx, { hub, kind: ROLLOUT, name });
  if (record === undefined)
    throw new NotFoundError(
      mirrored === undefined
        ? `rollout "${name}" does not exist on hub "${hub}"`
        : `rollout "${name}" was not created by Fleetstage, which never executes it; delete it with kubectl`,
    );
  const object = ownObject(record, mirrored);
  const sequence = await readSequence(tx, deps, record.sequence);
  return { record, ...(object && { object }), ...(sequence && { sequence }) };
}

export async function getVersionRollout(
  deps: QueryDeps,
  asked: Asked<'/version-rollouts/{name}'>,
  viewer: Viewer,
): Promise<Answer<'/version-rollouts/{name}'>> {
  checkHub(deps, asked);
  const { name } = asked;
  const { read, timelineCount } = await reading(deps, async tx => ({
    read: await readRollout(tx, deps, name),
    timelineCount: await countTimeline(tx, deps.hub, { kind: ROLLOUT, name }),
  }));
  const { record, object, sequence } = read;
  const spec = specOfRollout(read);
  const { memory } = record;
  const generation = object?.metadata.generation ?? 0;
  const rollout = { name, generation, spec, memory };
  const { conditions = [] } = projectRollout(rollout, {
    now: deps.clock.now(),
    hasSequence: sequence !== undefined,
  });
  const resource = sequence && sequenceResource(deps.hub, sequence.object);
  return {
    ...stampOf(deps),
    rollout: {
      ...toRolloutSummary(read),
      resourceVersion: object?.metadata.resourceVersion ?? '',
      generation,
      ...(object?.metadata.deletionTimestamp !== undefined && { isDeleting: true }),
      pipeline: toVersionStages(memory),
      blockers: rolloutHolds(memory).map(hold => toBlocker(hold, name)),
      conditions: conditions.map(toCondition),
      spec: { ...spec },
      manifest: object ? manifestOf(object) : {},
      clusterCount: memory.members.length,
      ...foresightOf(passOf(deps, sequence), rollout),
      may: rolloutPermits(read, viewer, resource),
      timelineCount,
    },
  };
}

export function passOf({ clock }: QueryDeps, sequence: ReadSequence | undefined): SequencePass | undefined {
  const opened = sequence && openPass(sequence.state, clock.now());
  return opened?.ok ? opened.value : undefined;
}

function foresightOf(pass: SequencePass | undefined, rollout: Parameters<typeof predictRollout>[1]) {
  if (pass === undefined || rollout.memory === undefined) return {};
  const timeout = timeoutOf(pass, rollout.memory);
  const finish = predictRollout(pass, rollout);
  return {
    ...(timeout?.action === 'ForceSoak' && { forcedSoakAt: toRfc3339(timeout.at) }),
    ...(finish !== undefined && { predictedFinish: toRfc3339(finish) }),
  };
}

const REASONS = Object.values(TARGET_REASONS).flat() as readonly TargetReason[];

export async function listRolloutClusters(
  deps: QueryDeps,
  asked: Asked<'/version-rollouts/{name}/clusters'>,
): Promise<Answer<'/version-rollouts/{name}/clusters'>> {
  checkHub(deps, asked);
  const states = codesOf<TargetState>(asked.state, TARGET_STATES);
  const reasons = reasonsOf(asked.reason);
  const { q, stage, sort = 'default' } = asked;
  const read = await reading(deps, tx => readRollout(tx, deps, asked.name));
  const all = clustersInRollout(read.record.memory);
  const matching = all
    .filter(({ cluster }) => q === undefined || cluster.includes(q))
    .filter(one => stage === undefined || one.stageName === stage)
    .filter(({ worst }) => states === undefined || states.has(worst.state))
    .filter(({ worst }) => reasons === undefined || reasons.has(worst.reason));
  // They come by stage and name.
  if (sort === 'name') matching.sort((a, b) => (a.cluster < b.cluster ? -1 : 1));
  if (sort === 'default') matching.sort((a, b) => rankOf(a.worst.state) - rankOf(b.worst.state));
  const page = pageOf(matching, asked, ({ cluster }) => cluster);
  const pass = passOf(deps, read.sequence);
  const skipped = new Set(specOfRollout(read).skippedClusters);
  return {
    ...stampOf(deps),
    ...page,
    items: page.items.map(one => toClusterRow(one, { pass, isSkipped: skipped.has(one.cluster) })),
    total: matching.length,
    counts: tally(all.map(({ worst }) => worst.state)),
    reasons: tally(all.map(({ worst }) => worst.reason)),
  };
}

function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function reasonsOf(text: string | undefined): ReadonlySet<TargetReason> | undefined {
  try {
    return codesOf(text, REASONS);
  } catch (error) {
    throw error instanceof InputError ? new InputError(error.message.replace(/^state/, 'reason')) : error;
  }
}
