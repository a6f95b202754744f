import {
  parseIntOrPercent,
  type IntOrString,
  type PlacementSpec,
  type RolloutStrategy,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { firstOf, textOfToleration } from './checkPolicy';

/** What the hub would refuse of a rollout strategy (A/WH-043, WH-044, RUL 10); it begins with the field. */
export function checkStrategy(strategy: RolloutStrategy = {}, at: string): string | undefined {
  const { type, rollingUpdate, applyStrategy } = strategy;
  if (type === 'External' && rollingUpdate)
    return `${at}.rollingUpdate has no meaning when type is External; remove it`;
  if (applyStrategy?.serverSideApplyConfig && applyStrategy.type !== 'ServerSideApply')
    return `${at}.applyStrategy.serverSideApplyConfig belongs to type ServerSideApply; remove it`;
  return firstOf([
    checkLimit(rollingUpdate?.maxUnavailable, `${at}.rollingUpdate.maxUnavailable`, 1),
    checkLimit(rollingUpdate?.maxSurge, `${at}.rollingUpdate.maxSurge`, 0),
  ]);
}

function checkLimit(value: IntOrString | undefined, at: string, least: number): string | undefined {
  if (value === undefined) return undefined;
  const parsed = parseIntOrPercent(value);
  if (!parsed.ok) return `${at}: ${parsed.error}; write a number or a share such as "25%"`;
  const amount = parsed.value.kind === 'count' ? parsed.value.count : parsed.value.percent;
  return amount < least ? `${at} must be at least ${least} (or "${least}%"); raise it` : undefined;
}

/** What the hub would refuse of a change from one spec to another (A/WH-050, PL-141, PL-153). */
export function checkUpdate(
  before: PlacementSpec,
  after: PlacementSpec,
  at: { readonly policy: string; readonly strategy: string },
): string | undefined {
  const [from, to] = [before, after].map(({ policy }) => policy?.placementType ?? 'PickAll');
  if (from !== to)
    return `${at.policy}.placementType is immutable: it is ${from} and cannot become ${to}; create another placement instead`;
  const kept = new Set((after.policy?.tolerations ?? []).map(textOfToleration));
  const lost = before.policy?.tolerations?.find(one => !kept.has(textOfToleration(one)));
  if (lost !== undefined)
    return `${at.policy}.tolerations can only be added, not changed or removed; put the one of taint "${lost.key ?? ''}" back`;
  return before.strategy?.type === 'External' && after.strategy?.type !== 'External'
    ? `${at.strategy}.type cannot change from External to another type; create another placement instead`
    : undefined;
}
