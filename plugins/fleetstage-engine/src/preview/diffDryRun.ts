import { without, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { comparable } from '../work/comparable';
import { isVoid } from '../work/compareValues';
import { diffSnapshots } from '../view/diffSnapshots';
import type { ChangeCountsView } from '../view/views';
import { MAX_CHANGES, type PreviewChange } from './previewPlacement';

/** One object on a member, before and after a dry run; refused ones have neither or a problem. */
interface DryRunPair {
  readonly live?: KubeObject;
  readonly then?: KubeObject;
  readonly problem?: string;
}

/** What applying would change, without what a server or Fleetstage owns (B/WA-090); what was refused is no change. */
export function diffDryRun(pairs: readonly DryRunPair[]): {
  counts: ChangeCountsView;
  objects: PreviewChange[];
} {
  const compared = pairs.filter(({ problem }) => problem === undefined);
  const { counts, objects } = diffSnapshots(
    compared.flatMap(({ live }) => (live ? [shown(live)] : [])),
    compared.flatMap(({ then }) => (then ? [shown(then)] : [])),
  );
  return {
    counts,
    objects: objects.slice(0, MAX_CHANGES).map(object => without(object, ['before', 'after'])),
  };
}

/** Reserved labels and annotations are gone; maps that are empty without them say nothing. */
function shown(object: KubeObject): KubeObject {
  const { metadata, ...rest } = comparable(object);
  const { name, namespace } = object.metadata;
  const own = Object.entries(metadata as object).filter(([, value]) => !isVoid(value));
  return {
    ...rest,
    metadata: { ...Object.fromEntries(own), name, ...(namespace !== undefined && { namespace }) },
  } as unknown as KubeObject;
}
