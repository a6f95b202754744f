/** What a real server refuses in roles and bindings. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../contracts';
import { each, none, oneOf, required, selectorErrors, when, type Errors } from './builtinChecks';
import { listIn, structIn, type Draft } from './builtinDraft';
import type { Check } from './builtinValidateWorkloads';
import { invalidError, notSupportedError, requiredError, toShownValue } from './fieldErrors';
import { explainPathSegment, explainSubdomain } from './names';

const GROUP = 'rbac.authorization.k8s.io';

const has = (rule: Draft, field: string) => Array.isArray(rule[field]) && rule[field].length > 0;

function ruleErrors(rule: Draft, path: string, isNamespaced: boolean): Errors {
  const need = (field: string, detail: string) =>
    when(!has(rule, field), () => requiredError(`${path}.${field}`, detail));
  const verbs = need('verbs', 'verbs must contain at least one value');
  if (has(rule, 'nonResourceURLs')) {
    const wrong = (isWrong: boolean, detail: string) =>
      when(isWrong, () => invalidError(`${path}.nonResourceURLs`, rule.nonResourceURLs, detail));
    const isBoth = ['apiGroups', 'resources', 'resourceNames'].some(field => has(rule, field));
    return [
      ...verbs,
      ...wrong(isNamespaced, 'namespaced rules cannot apply to non-resource URLs'),
      ...wrong(isBoth, 'rules cannot apply to both regular resources and non-resource URLs'),
    ];
  }
  return [
    ...verbs,
    ...need('apiGroups', 'resource rules must supply at least one api group'),
    ...need('resources', 'resource rules must supply at least one resource'),
  ];
}

const rulesErrors = (role: Draft, isNamespaced: boolean): Errors =>
  listIn(role, 'rules').flatMap((rule, index) => ruleErrors(rule, `rules[${index}]`, isNamespaced));

export const roleErrors: Check = next => rulesErrors(next, true);

const SELECTORS = 'aggregationRule.clusterRoleSelectors';

export const clusterRoleErrors: Check = next => {
  const aggregation = structIn(next, 'aggregationRule');
  if (!aggregation) return rulesErrors(next, false);
  const isEmpty = listIn(aggregation, 'clusterRoleSelectors').length === 0;
  const detail = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
  return [
    ...rulesErrors(next, false),
    ...when(isEmpty, () => requiredError(SELECTORS, detail)),
    ...each(aggregation, 'clusterRoleSelectors', 'aggregationRule', (selector, path) => {
      const errors = selectorErrors(selector, path);
      return errors.length === 0 ? none : [...errors, invalidError(path, null, 'invalid label selector.')];
    }),
  ];
};

const groupErrors = ({ apiGroup = '' }: Draft, path: string, wanted: string): Errors =>
  when(apiGroup !== wanted, () => notSupportedError(`${path}.apiGroup`, apiGroup, [wanted]));

function accountErrors(subject: Draft, path: string, isNamespaced: boolean): Errors {
  const name = String(subject.name ?? '');
  return [
    ...(name === '' ? none : explainSubdomain(name).map(text => invalidError(`${path}.name`, name, text))),
    ...groupErrors(subject, path, ''),
    ...(isNamespaced ? none : required(subject, 'namespace', path)),
  ];
}

function subjectErrors(subject: Draft, path: string, isNamespaced: boolean): Errors {
  const name = required(subject, 'name', path);
  const { kind = '' } = subject;
  if (kind === 'ServiceAccount') return [...name, ...accountErrors(subject, path, isNamespaced)];
  if (kind === 'User' || kind === 'Group') return [...name, ...groupErrors(subject, path, GROUP)];
  return [...name, notSupportedError(`${path}.kind`, kind, ['ServiceAccount', 'User', 'Group'])];
}

function roleNameErrors(name: unknown): Errors {
  if (typeof name !== 'string' || name === '') return [requiredError('roleRef.name')];
  return explainPathSegment(name).map(text => invalidError('roleRef.name', name, text));
}

function movedError(role: Draft): FieldError {
  // Shown as the server's own struct, in whose order it is.
  const shown = toShownValue({ APIGroup: role.apiGroup, Kind: role.kind, Name: role.name });
  return {
    reason: 'FieldValueInvalid',
    field: 'roleRef',
    message: `Invalid value: ${shown}: cannot change roleRef`,
  };
}

const bindingErrorsOf =
  (isNamespaced: boolean): Check =>
  (next, previous) => {
    const role = structIn(next, 'roleRef') ?? {};
    const isMoved = previous !== undefined && !isDeepStrictEqual(role, previous.roleRef);
    const kinds = isNamespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
    return [
      ...oneOf(role.apiGroup ?? '', 'roleRef.apiGroup', [GROUP]),
      ...oneOf(role.kind ?? '', 'roleRef.kind', kinds),
      ...roleNameErrors(role.name),
      ...each(next, 'subjects', '', (subject, path) =>
        subjectErrors(subject, path.replace(/^\./, ''), isNamespaced),
      ),
      ...when(isMoved, () => movedError(role)),
    ];
  };

export const roleBindingErrors = bindingErrorsOf(true);
export const clusterRoleBindingErrors = bindingErrorsOf(false);
