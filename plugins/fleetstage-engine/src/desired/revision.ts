import { contentHash, isSameJson } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES, type Desired, type MatchedOverrides, type BoundState } from './desired';

const CONTENT_CHARS = 16;

/**
 * Identity of the desired state of a cluster: a hash of content, overrides and apply strategy, and a count of the moves of
 * this binding (`3f2a9c017be41d20-2`).
 *
 *   same content, overrides, strategy   → the same revision: nothing to write, and what was observed still speaks of it
 *   another one of them                 → a new one, whatever it is: a snapshot, a rule, a label that a rule reads
 *   index 4 → 5 → 4                     → three revisions, though the first and the last have one content: the cluster may
 *                                         hold half of 5, so nothing observed before the second move is evidence
 *   a binding that is made anew         → none of the old one's revisions (`createdAt` is part of the hash)
 */
export function revisionOf(desired: Desired, binding: Pick<BoundState, 'revision' | 'createdAt'>): string {
  const content = contentIdOf(desired, binding);
  const [previous, moves = '0'] = (binding.revision ?? '').split('-');
  return previous === content ? `${content}-${moves}` : `${content}-${Number(moves) + 1}`;
}

/** The part of a revision before the count. */
export function contentIdOf(
  { snapshot, applyStrategy, overrides }: Desired,
  { createdAt }: Pick<BoundState, 'createdAt'>,
): string {
  // Without overrides as it was before there were any: an upgrade moves nothing.
  const more = overrides.snapshots.length === 0 ? [] : [identityOf(overrides)];
  return contentHash([snapshot.hash, applyStrategy, createdAt, ...more]).slice(0, CONTENT_CHARS);
}

/** The same content, to be shown anew: nothing that was observed before speaks of it. */
export function renewRevision(revision: string): string {
  const [content, moves = '0'] = revision.split('-');
  return `${content}-${Number(moves) + 1}`;
}

/** What overrides say, wherever they are found: an override that went to B and back to A says what it said. */
export const identityOf = ({ snapshots, variables }: MatchedOverrides): unknown => [
  snapshots.map(({ kind, namespace = '', hash, rules }) => [kind, namespace, hash, rules]),
  variables,
];

/** What overrides say, as published bindings carry it: beside rules and hashes it has the values that were read. */
export const overridesHash = (overrides: MatchedOverrides): string => contentHash(identityOf(overrides));

/**
 * How the state assigned to a binding compares with the desired one of its cluster; `sameContent`: the same revision under another
 * index or name, so moving it writes nothing.
 */
export type Relation = 'unbound' | 'current' | 'sameContent' | 'outdated';

/** B/RO-048: revisions are compared, whatever made them differ; a changed apply strategy respects the limits, too (RUL 9). */
export function relationOf(binding: BoundState, desired: Desired): Relation {
  if (binding.revision === undefined) return 'unbound';
  if (isAssigned(binding, desired)) return 'current';
  return revisionOf(desired, binding) === binding.revision ? 'sameContent' : 'outdated';
}

/** All that a revision is made of is the same, so it is the same one: most bindings are compared without a hash. */
const isAssigned = ({ resourceIndex, applyStrategy = {}, overrides }: BoundState, desired: Desired) =>
  resourceIndex === desired.snapshot.index &&
  isSameJson(applyStrategy, desired.applyStrategy) &&
  isSameOverrides(overrides, desired.overrides);

export const isSameOverrides = (a: MatchedOverrides = NO_OVERRIDES, b: MatchedOverrides = NO_OVERRIDES) =>
  a === b || isSameJson(a, b);
