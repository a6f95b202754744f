import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { apiVersionOf, isJsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { parseDocument } from 'yaml';
import { toYaml } from '../yaml';

const KIND = 'ClusterResourcePlacementDisruptionBudget';

export type Limits = Schemas['BudgetLimits'];
export type Budget = Schemas['DisruptionBudget'];

/** A budget as a person edits it: one limit, as it is typed. */
export interface BudgetDraft {
  readonly limit: keyof Limits;
  readonly value: string;
}

const NUMBER = /^\d{1,9}$/;
const SHARE = /^(100|\d{1,2})%$/;

export const draftOf = ({ minAvailable, maxUnavailable }: Limits = {}): BudgetDraft =>
  maxUnavailable !== undefined && minAvailable === undefined
    ? { limit: 'maxUnavailable', value: String(maxUnavailable) }
    : { limit: 'minAvailable', value: String(minAvailable ?? '') };

/** As it is sent; `undefined` while it is no limit. PickAll takes `minAvailable` as a number alone (C/DB-010, DB-011). */
export function limitsOf({ limit, value }: BudgetDraft, isPickAll: boolean): Limits | undefined {
  const text = value.trim();
  if (isPickAll && limit === 'maxUnavailable') return undefined;
  if (NUMBER.test(text)) return { [limit]: Number(text) };
  return SHARE.test(text) && !isPickAll ? { [limit]: text } : undefined;
}

/** The object, for kubectl and for the text of the dialog. */
export const budgetYaml = (placement: string, limits: Limits): string =>
  toYaml({ apiVersion: apiVersionOf(KIND), kind: KIND, metadata: { name: placement }, spec: limits });

export const budgetCommand = (placement: string, limits: Limits): string =>
  `kubectl apply -f - <<'EOF'\n${budgetYaml(placement, limits)}EOF`;

export const deleteBudgetCommand = (placement: string): string => `kubectl delete crpdb ${placement}`;

/** A text is read back into the one limit that it has. */
export type ReadBudget =
  | { readonly draft: BudgetDraft }
  | { readonly fault: 'syntax'; readonly message: string }
  | { readonly fault: 'limits' };

/** `spec: { minAvailable: 5 }` → at least 5; both limits, or none → `limits`. */
export function readBudget(text: string): ReadBudget {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) return { fault: 'syntax', message: error.message.split('\n')[0] };
  const value: unknown = document.toJS();
  const spec = isJsonObject(value) && isJsonObject(value.spec) ? value.spec : {};
  const found = (['minAvailable', 'maxUnavailable'] as const).filter(limit => isLimit(spec[limit]));
  const [limit] = found;
  return found.length === 1 && Object.keys(spec).length === 1
    ? { draft: { limit, value: String(spec[limit]) } }
    : { fault: 'limits' };
}

const isLimit = (value: unknown) => typeof value === 'number' || typeof value === 'string';
