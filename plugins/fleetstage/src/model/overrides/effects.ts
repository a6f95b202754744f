import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { keyOf } from './overrideList';

type Effect = Schemas['OverrideEffect'];

/** Clusters on which the change does the same, whatever else they match. */
export interface EffectGroup {
  /** `same`: rolled out to, and the objects stay as they are. `unread`: one of too many to compare. */
  readonly kind: 'fails' | 'changes' | 'same' | 'unread';
  readonly clusterCount: number;
  /** The first of them. */
  readonly names: readonly string[];
  readonly more: number;
  readonly objects: readonly Schemas['PreviewChange'][];
  readonly moreObjects: number;
  readonly problem?: string;
  /** Absent where the same problem stays. */
  readonly problemToday?: string;
  readonly isAsToday: boolean;
}

export interface EffectOnPlacement {
  readonly key: string;
  /** Clusters whose objects change, or may. */
  readonly changed: number;
  /** Clusters that are rolled out to, and their objects stay as they are. */
  readonly same: number;
  readonly of: number;
  /** Of the changed: on which it would fail. */
  readonly failing: number;
  /** Why nothing can be said. */
  readonly problem?: string;
  readonly groups: readonly EffectGroup[];
}

export const MAX_NAMES = 12;

/** Placements with failures first, then those with the most clusters. */
export function effectsByPlacement({
  placements,
}: Pick<Schemas['OverrideWhatIf'], 'placements'>): readonly EffectOnPlacement[] {
  return placements
    .map(one => {
      const groups = groupEffects(one.effects);
      const same = countOf(groups, 'same');
      return {
        key: keyOf(one),
        changed: one.changedCount - same,
        same,
        of: one.changedCount + one.sameCount,
        failing: countOf(groups, 'fails'),
        ...(one.problem !== undefined && { problem: one.problem }),
        groups,
      };
    })
    .sort(
      (a, b) =>
        Number(b.failing > 0) - Number(a.failing > 0) || b.changed - a.changed || (a.key < b.key ? -1 : 1),
    );
}

const countOf = (groups: readonly EffectGroup[], kind: EffectGroup['kind']) =>
  groups.filter(one => one.kind === kind).reduce((sum, { clusterCount }) => sum + clusterCount, 0);

const KINDS = ['fails', 'changes', 'same', 'unread'] as const satisfies readonly EffectGroup['kind'][];

/** The engine groups by all overrides that match; here only what changes counts. */
export function groupEffects(effects: readonly Effect[]): readonly EffectGroup[] {
  const found = new Map<string, Effect[]>();
  for (const effect of effects) {
    const { changes, changeCount, problem, problemToday, isUnread } = effect;
    const key = JSON.stringify([changes, changeCount, problem, problemToday, isUnread]);
    found.set(key, [...(found.get(key) ?? []), effect]);
  }
  return [...found.values()]
    .map(toGroup)
    .sort(
      (a, b) =>
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
        b.clusterCount - a.clusterCount ||
        ((a.names[0] ?? '') < (b.names[0] ?? '') ? -1 : 1),
    );
}

function toGroup(equal: readonly Effect[]): EffectGroup {
  const [{ changes, changeCount, problem, problemToday }] = equal as [Effect];
  const clusterCount = equal.reduce((sum, one) => sum + one.clusterCount, 0);
  const names = equal
    .flatMap(({ clusters }) => clusters)
    .sort((a, b) => (a < b ? -1 : 1))
    .slice(0, MAX_NAMES);
  const isAsToday = problem !== undefined && problem === problemToday;
  return {
    kind: kindOf(equal as [Effect]),
    clusterCount,
    names,
    more: clusterCount - names.length,
    objects: changes,
    moreObjects: changeCount - changes.length,
    isAsToday,
    ...(problem !== undefined && { problem }),
    ...(problemToday !== undefined && !isAsToday && { problemToday }),
  };
}

function kindOf([{ problem, isUnread, changeCount, problemToday }]: readonly [Effect]): EffectGroup['kind'] {
  if (problem !== undefined) return 'fails';
  if (isUnread) return 'unread';
  // What fails today is compared with nothing: its objects change, and nobody knows how.
  return changeCount > 0 || problemToday !== undefined ? 'changes' : 'same';
}
