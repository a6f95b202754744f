import type { KubeObject } from '../contracts';
import type { CrdNames, CrdSpec } from '../schema/crdSpec';
import { approvalOf, isProtectedGroup } from '../schema/definition/approval';
import { isDeepEqual } from '../schema/jsonValues';
import { compact } from '../api/compact';
import { conditionsOf, statusOf, withCondition } from './terminating';

interface Verdict {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** What of a definition's names is its own, and what is said of it. */
export interface Claim {
  readonly names: CrdNames;
  readonly accepted: Verdict;
}

export const specOf = ({ spec }: KubeObject) => spec as CrdSpec;

export const acceptedNamesOf = (definition: KubeObject): CrdNames =>
  (statusOf(definition).acceptedNames ?? { plural: '', kind: '' }) as CrdNames;

const hasCondition = (definition: KubeObject, wanted: string): boolean =>
  conditionsOf(definition).some(({ type, status }) => type === wanted && status === 'True');

export const isEstablished = (definition: KubeObject): boolean => hasCondition(definition, 'Established');

/** Names that definitions of the group have; those of a definition itself are not in its own way. */
function takenNames(others: readonly KubeObject[]) {
  const names = others.map(acceptedNamesOf);
  return {
    words: new Set(
      names.flatMap(({ plural, singular, shortNames = [] }) => [plural, singular, ...shortNames]),
    ),
    kinds: new Set(names.flatMap(({ kind, listKind }) => [kind, listKind])),
  };
}

/** Takes each name that is free; of several that are not, the last is reported. */
export function claimNames(definition: KubeObject, group: readonly KubeObject[]): Claim {
  const { words, kinds } = takenNames(group);
  const wanted = specOf(definition).names;
  const own = acceptedNamesOf(definition);
  const names: Record<string, unknown> = { ...own };
  let accepted: Verdict = {
    type: 'NamesAccepted',
    status: 'True',
    reason: 'NoConflicts',
    message: 'no conflicts found',
  };
  const refuse = (reason: string, message: string) => {
    accepted = { type: 'NamesAccepted', status: 'False', reason, message };
  };
  const inUse = (name: string) => `${JSON.stringify(name)} is already in use`;
  const claim = (field: 'plural' | 'singular' | 'kind' | 'listKind', reason: string, taken: Set<unknown>) => {
    const name = wanted[field] ?? '';
    if (name !== (own[field] ?? '') && taken.has(name)) refuse(reason, inUse(name));
    else names[field] = name;
  };
  claim('plural', 'PluralConflict', words);
  claim('singular', 'SingularConflict', words);
  const clashes = (wanted.shortNames ?? []).filter(
    name => !own.shortNames?.includes(name) && words.has(name),
  );
  if (clashes.length === 0) names.shortNames = wanted.shortNames;
  else {
    const texts = clashes.map(inUse);
    refuse('ShortNamesConflict', texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`);
  }
  claim('kind', 'KindConflict', kinds);
  claim('listKind', 'ListKindConflict', kinds);
  names.categories = wanted.categories;
  return { names: inOrder(names), accepted };
}

/** Empty ones are left out, but for the two that are always shown. */
function inOrder({
  plural = '',
  singular,
  shortNames,
  kind = '',
  listKind,
  categories,
}: Record<string, unknown>) {
  const some = (value: unknown) => (value === '' ? undefined : value);
  return compact({
    plural,
    singular: some(singular),
    shortNames,
    kind,
    listKind: some(listKind),
    categories,
  }) as unknown as CrdNames;
}

const APPROVALS = {
  approved: ['True', 'ApprovedAnnotation'],
  bypassed: ['False', 'UnapprovedAnnotation'],
  missing: ['False', 'MissingAnnotation'],
  invalid: ['False', 'InvalidAnnotation'],
} as const;

function approvalVerdict(definition: KubeObject): readonly Verdict[] {
  if (!isProtectedGroup(specOf(definition).group)) return [];
  const { state, why } = approvalOf(definition);
  const [status, reason] = APPROVALS[state];
  return [{ type: 'KubernetesAPIApprovalPolicyConformant', status, reason, message: why }];
}

function establishedVerdict(definition: KubeObject, { accepted }: Claim): Verdict {
  return isEstablished(definition) || accepted.status === 'True'
    ? {
        type: 'Established',
        status: 'True',
        reason: 'InitialNamesAccepted',
        message: 'the initial names have been accepted',
      }
    : { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
}

/** The definition with the names that it has and the conditions that follow. */
export function withAcceptance(definition: KubeObject, claim: Claim, now: string): KubeObject {
  let conditions = conditionsOf(definition);
  const verdicts = [claim.accepted, establishedVerdict(definition, claim), ...approvalVerdict(definition)];
  for (const { type, status, ...why } of verdicts) {
    const before = conditions.find(each => each.type === type);
    if (
      before &&
      isDeepEqual({ ...before, lastTransitionTime: '' }, { type, status, ...why, lastTransitionTime: '' })
    )
      continue;
    const lastTransitionTime = before?.status === status ? before.lastTransitionTime : now;
    conditions = withCondition(conditions, { type, status, lastTransitionTime, ...why });
  }
  return { ...definition, status: { ...statusOf(definition), acceptedNames: claim.names, conditions } };
}
