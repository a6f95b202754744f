import {
  finalizerKeys,
  isLabelValue,
  labelKeys,
  type KindName,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KubeClient } from '@fleetstage/kube-client';
import { fromObjectKey } from '../database/placementObject';
import { targetOf } from '../kube/targetOf';
import type { Log } from '../observe/log';

interface Removal<Kind> {
  readonly kind: Kind;
  readonly keep: ReadonlySet<string>;
  readonly log: Log;
}

const SHOWN = 3;

/**
 * Objects that carry the placement's label and are not derived from it any more. Those with a finalizer are somebody
 * else's, as a binding of KubeFleet is: ours carry none, and its clean-up would take the workload off the cluster.
 */
export async function removeOthers<Kind extends KindName>(
  client: KubeClient,
  placement: string,
  { kind, keep, log }: Removal<Kind>,
): Promise<{ kind: Kind; name: string }[]> {
  const { namespace, name: label } = fromObjectKey(placement);
  if (!isLabelValue(label)) return [];
  const target = targetOf(kind);
  const { items } = await client.list(target, {
    ...(namespace !== undefined && { namespace }),
    labelSelector: `${labelKeys.parentPlacement}=${label}`,
    metadataOnly: true,
  });
  // Checked again, as what is listed here is deleted: a proxy that drops the query would answer with all there are.
  const others = items
    .map(({ metadata }) => metadata)
    .filter(({ name = '', labels }) => labels?.[labelKeys.parentPlacement] === label && !keep.has(name));
  const isForeign = ({ finalizers = [] }: (typeof others)[number]) => finalizers.length > 0;
  const namesOf = (objects: typeof others) => objects.map(({ name = '' }) => name);
  // Those that KubeFleet has left stay beside ours until the placement goes; whether it still runs, its writes say.
  const isLeft = ({ finalizers = [] }: (typeof others)[number]) =>
    finalizers.includes(finalizerKeys.schedulerBinding);
  const foreign = namesOf(others.filter(one => isForeign(one) && !isLeft(one)));
  if (foreign.length > 0) {
    log.warn(
      'Objects of another owner carry the label of a placement; they stay. Stop the other owner first',
      {
        placement,
        kind,
        count: foreign.length,
        names: foreign.slice(0, SHOWN).join(', '),
      },
    );
  }
  const ours = namesOf(others.filter(other => !isForeign(other)));
  for (const name of ours) await client.delete(target, { namespace, name });
  return ours.map(name => ({ kind, name }));
}
