import { diffSnapshots, type ObjectChangeView } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { stringify } from 'yaml';
import { loadManifests } from '../database/snapshotStore';
import type { Answer, Asked, Schemas } from './contract';
import { reading, stampOf, type QueryDeps } from './queryDeps';
import { checkRunAddress, previousSnapshot, readWholeRun } from './wholeRuns';

const NOTHING = { added: 0, changed: 0, deleted: 0, unchanged: 0 };

/** The run's snapshot beside the one that its clusters had. A snapshot that is not kept any more has no contents to show. */
export async function getRunChanges(
  deps: QueryDeps,
  asked: Asked<'/runs/{scope}/{name}/changes'>,
): Promise<Answer<'/runs/{scope}/{name}/changes'>> {
  checkRunAddress(deps, asked);
  const { from, to, before, after } = await reading(deps, async tx => {
    const whole = await readWholeRun(tx, deps, asked.name);
    const placement = { hub: deps.hub, name: whole.state.run.spec.placementName };
    const index = whole.state.progress?.plan?.resourceIndex;
    const previous = await previousSnapshot(tx, deps, whole);
    return {
      from: previous,
      to: index,
      before: previous === undefined ? [] : await loadManifests(tx, placement, previous),
      after: index === undefined ? undefined : await loadManifests(tx, placement, index),
    };
  });
  const named = {
    ...stampOf(deps),
    ...(from !== undefined && { from: String(from) }),
    ...(to !== undefined && { to: String(to) }),
  };
  if (before === undefined || after === undefined) return { ...named, counts: NOTHING, objects: [] };
  const { counts, objects } = diffSnapshots(before, after);
  return { ...named, counts, objects: objects.map(toChange) };
}

function toChange({ before, after, ...change }: ObjectChangeView): Schemas['ObjectChange'] {
  return {
    ...change,
    ...(before && { yamlBefore: stringify(before) }),
    ...(after && { yamlAfter: stringify(after) }),
  };
}
