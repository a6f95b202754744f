import { lookUp } from '../../schema/jsonValues';
import type { LabelSelector } from '../../contracts';

/** The fields of built-in kinds that tables read. Objects are stored validated, so only absence is expected. */
export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly restartPolicy?: string;
}

export interface PodTemplate {
  readonly spec?: {
    readonly containers?: readonly Container[];
    readonly nodeSelector?: Readonly<Record<string, string>>;
  };
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

export const NONE = '<none>';
const OPERATORS: Readonly<Record<string, string>> = { In: 'in', NotIn: 'notin' };

export function showLabels(labels: Readonly<Record<string, string>> | undefined): string {
  const shown = Object.entries(labels ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`);
  return shown.length === 0 ? NONE : shown.join(',');
}

function showRequirement(key: string, operator: string, values: readonly string[] = []): string {
  if (operator === 'Exists') return key;
  if (operator === 'DoesNotExist') return `!${key}`;
  return `${key} ${lookUp(OPERATORS, operator) ?? operator} (${[...values].sort().join(',')})`;
}

/** Requirements in the order of their keys; `empty` is shown for a selector of everything. */
export function showSelector(selector: LabelSelector | undefined, empty = NONE): string {
  const labels = Object.entries(selector?.matchLabels ?? {}).map(([key, value]) => ({
    key,
    text: `${key}=${value}`,
  }));
  const expressions = (selector?.matchExpressions ?? []).map(({ key, operator, values }) => ({
    key,
    text: showRequirement(key, operator, values),
  }));
  const all = [...labels, ...expressions].sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return all.length === 0 ? empty : all.map(({ text }) => text).join(',');
}

export const containerNames = (template: PodTemplate | undefined) =>
  (template?.spec?.containers ?? []).map(({ name }) => name).join(',');

export const containerImages = (template: PodTemplate | undefined) =>
  (template?.spec?.containers ?? []).map(({ image = '' }) => image).join(',');

export const isTrue = (conditions: readonly Condition[] | undefined, type: string) =>
  conditions?.some(condition => condition.type === type && condition.status === 'True') === true;

/** Addresses of a load balancer, each once and in order. */
export function showAddresses(status: LoadBalancerStatus | undefined): string {
  const addresses = (status?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '').filter(Boolean);
  return [...new Set(addresses)].sort().join(',');
}

export interface LoadBalancerStatus {
  readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[];
}
