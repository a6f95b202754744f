import { kubectlYaml } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  renderPlacement,
  whatIf,
  type PlacementState,
  type RenderedVariant,
  type SelectionRules,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { parse } from 'yaml';
import { selectObjects } from './selectObjects';
import { FILE_TIME, type FilePlacement, type FleetState } from './toFleetState';
import { UserError } from './UserError';

/** What the clusters of a placement get. */
export interface RenderedPlacement {
  /** As its key. */
  readonly name: string;
  readonly variants: readonly RenderedVariant[];
  /** What is not wrong, but perhaps not meant: objects that are left out, selectors that match nothing. */
  readonly notes: readonly string[];
  /** Why nothing is placed. */
  readonly problem?: string;
  /** The clusters that are picked, where what they would get cannot be known for that. */
  readonly failing?: readonly string[];
}

interface RenderStateOptions {
  readonly rules: SelectionRules;
  /** Key of the one placement that is asked for; absent: all. */
  readonly wanted?: string | undefined;
  readonly isPast?: boolean;
}

/** Every placement of the files, or the one that is asked for; it may be missing from a past state. */
export function renderState(
  state: FleetState,
  { rules, wanted, isPast = false }: RenderStateOptions,
): RenderedPlacement[] {
  const placements = state.placements.filter(({ key }) => wanted === undefined || key === wanted);
  if (placements.length === 0 && !isPast)
    throw new UserError(
      wanted === undefined
        ? 'there is no placement in the files; add one with -f'
        : `there is no placement "${wanted}" in the files`,
    );
  if (state.clusters.length === 0 && !isPast)
    throw new UserError('there is no MemberCluster in the files; add them with --clusters');
  return placements.map(placement => renderOne(placement, state, rules));
}

function renderOne(placement: FilePlacement, state: FleetState, rules: SelectionRules): RenderedPlacement {
  const { key: name, namespace } = placement;
  const picked = pickClusters(placement, state);
  if (typeof picked === 'string') return { ...EMPTY, name, problem: picked };
  const selection = selectObjects(placement, state.resources, rules);
  if (!selection.ok) return { ...EMPTY, name, problem: selection.error, failing: [...picked] };
  const source = {
    placement: name,
    manifests: selection.value.manifests,
    snapshots: state.overrides,
    options: { rules, parseText: (text: string) => parse(text, kubectlYaml) },
  };
  const named = { name, ...(namespace !== undefined && { namespace }) };
  const clusters = state.clusters.filter(cluster => picked.has(cluster.name));
  const notes = selection.value.notices.map(({ message }) => message);
  return { name, notes, variants: renderPlacement(named, source, clusters) };
}

const EMPTY = { variants: [], notes: [] };

/** By the scheduler's own decision; a text: why there is none. */
function pickClusters(
  { key, namespace, spec }: FilePlacement,
  { clusters }: FleetState,
): ReadonlySet<string> | string {
  const empty: PlacementState = {
    placement: {
      ...{ name: key, uid: '', generation: 0, createdAt: FILE_TIME, hasFinalizers: true },
      ...(namespace !== undefined && { namespace }),
      spec: { resourceSelectors: [] },
    },
    ...{ clusters, policySnapshots: [], resourceSnapshots: [], verdicts: [] },
    ...{ bindings: [], reports: [], activeRuns: [] },
  };
  const decided = whatIf(empty, { spec }, FILE_TIME, { isNew: true, show: 'all' });
  if (!decided.ok) return decided.error;
  const { items, then } = decided.value;
  const picked = items.filter(({ effect }) => effect === 'gains').map(({ cluster }) => cluster);
  return picked.length === 0 ? `no cluster is picked. ${then.message}` : new Set(picked);
}
