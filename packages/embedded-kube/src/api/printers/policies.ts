import type { KubeObject, LabelSelector } from '../../contracts';
import { age } from './humanDuration';
import { showSelector } from './parts';
import { columns, type Printer } from './Printer';

const created = ({ metadata }: KubeObject, now: number) => age(metadata.creationTimestamp, now);
const UNSET = '<unset>';

/** One that counts the hooks it configures. */
const webhooks: Printer = {
  columns: columns('Name', 'Webhooks:integer', 'Age'),
  cells(object, now) {
    const hooks = (object.webhooks ?? []) as readonly unknown[];
    return [object.metadata.name, hooks.length, created(object, now)];
  },
};

interface PolicySpec {
  readonly paramKind?: { readonly apiVersion: string; readonly kind: string };
  readonly [rules: string]: unknown;
}

/** A policy is shown by how many rules of its sort it has. */
const policy = (title: string, rules: string): Printer => ({
  columns: columns('Name', `${title}:integer`, 'ParamKind', 'Age'),
  cells(object, now) {
    const { paramKind, ...spec } = (object.spec ?? {}) as PolicySpec;
    const counted = (spec[rules] ?? []) as readonly unknown[];
    const kind = paramKind ? `${paramKind.apiVersion}/${paramKind.kind}` : UNSET;
    return [object.metadata.name, counted.length, kind, created(object, now)];
  },
});

interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelector;
}

function showParam({ name, namespace, selector }: ParamRef): string {
  if (name) return `${namespace || '*'}/${name}`;
  return selector ? showSelector(selector) : UNSET;
}

const binding: Printer = {
  columns: columns('Name', 'PolicyName', 'ParamRef', 'Age'),
  cells(object, now) {
    const { policyName = '', paramRef = {} } = (object.spec ?? {}) as {
      readonly policyName?: string;
      readonly paramRef?: ParamRef;
    };
    return [object.metadata.name, policyName, showParam(paramRef), created(object, now)];
  },
};

interface Quota extends KubeObject {
  readonly status?: {
    readonly hard?: Readonly<Record<string, string>>;
    readonly used?: Readonly<Record<string, string>>;
  };
}

const quota: Printer = {
  columns: columns('Name', 'Request', 'Limit', 'Age'),
  cells(object, now) {
    const { hard = {}, used = {} } = (object as Quota).status ?? {};
    const isLimit = (name: string) => name.startsWith('limits.');
    const show = (names: readonly string[]) =>
      names.map(name => `${name}: ${used[name] ?? '0'}/${hard[name]}`).join(', ');
    const names = Object.keys(hard).sort();
    return [
      ...[object.metadata.name, show(names.filter(name => !isLimit(name)))],
      ...[show(names.filter(isLimit)), created(object, now)],
    ];
  },
};

const GROUP = 'admissionregistration.k8s.io';

export const policyPrinters: Readonly<Record<string, Printer>> = {
  '/ResourceQuota': quota,
  [`${GROUP}/MutatingWebhookConfiguration`]: webhooks,
  [`${GROUP}/ValidatingWebhookConfiguration`]: webhooks,
  [`${GROUP}/MutatingAdmissionPolicy`]: policy('Mutations', 'mutations'),
  [`${GROUP}/ValidatingAdmissionPolicy`]: policy('Validations', 'validations'),
  [`${GROUP}/MutatingAdmissionPolicyBinding`]: binding,
  [`${GROUP}/ValidatingAdmissionPolicyBinding`]: binding,
};
