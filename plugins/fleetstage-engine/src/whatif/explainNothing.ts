import { isSameJson } from '@fleetstage/backstage-plugin-fleetstage-common';
import { sentence } from '../words';
import { isPolicyChanged, type Outlooks } from './outlooks';

const MOVES_NOBODY =
  'A change of labels, taints or usage takes no placed cluster away, and it brings none in here.';

/** Why a change moves nobody. */
export function explainNothing(outlooks: Outlooks): string {
  const { today, then, change } = outlooks;
  const isSpecSame = isSameJson(today.state.placement.spec, then.state.placement.spec) && today.plan;
  const isFleetSame = (change.clusters ?? []).length === 0;
  if (isSpecSame && isFleetSame) return 'Nothing is changed.';
  const held = then.plan.schedule.blockers.find(({ cause }) => cause === 'SchedulingHeld');
  if (held !== undefined) return sentence(held.message);
  if (then.plan.schedule.outcome === undefined)
    return sentence(then.plan.schedule.blockers[0]?.message ?? 'Nothing can be decided');
  if (isPolicyChanged(outlooks)) return 'The changed policy picks the same clusters.';
  if (isFleetSame) return 'The policy asks for the same clusters.';
  const kinds = new Set(change.clusters?.map(({ change: kind }) => kind));
  const parts = [
    kinds.has('edit') && MOVES_NOBODY,
    kinds.has('add') && 'The policy picks none of the added clusters.',
    kinds.has('remove') && 'Nothing is placed on the removed clusters.',
  ];
  return parts.filter(Boolean).join(' ');
}
