/** What a real server refuses in configuration, services, storage and access rules. */
import { isDeepStrictEqual } from 'node:util';

import {
  dnsLabel,
  each,
  MAX_PORT,
  none,
  oneOf,
  portNumber,
  protocols,
  required,
  when,
  type Errors,
} from './builtinChecks';
import { listIn, structIn, type Draft } from './builtinDraft';
import { immutable, type Check } from './builtinValidateWorkloads';
import { duplicateError, forbiddenError, invalidError, requiredError, toShownValue } from './fieldErrors';
import { validateLabels } from './validateMetadata';

const specOf = (object: Draft | undefined): Draft => structIn(object, 'spec') ?? {};

const dataKey = /^[-._a-zA-Z0-9]+$/;

function dataKeyErrors(key: string, field: string): Errors {
  const rule =
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
  return when(!dataKey.test(key), () => invalidError(`${field}[${key}]`, key, rule));
}

function fixedErrors(next: Draft, previous: Draft | undefined, fields: readonly string[]): Errors {
  if (previous?.immutable !== true) return none;
  const refuse = (field: string) => forbiddenError(field, 'field is immutable when `immutable` is set');
  return [
    ...when(next.immutable !== true, () => refuse('immutable')),
    ...fields.flatMap(field => when(!isDeepStrictEqual(next[field], previous[field]), () => refuse(field))),
  ];
}

export const configMapErrors: Check = (next, previous) => {
  const data = Object.keys(structIn(next, 'data') ?? {});
  const binary = Object.keys(structIn(next, 'binaryData') ?? {});
  return [
    ...data.flatMap(key => [
      ...dataKeyErrors(key, 'data'),
      ...when(binary.includes(key), () =>
        invalidError(`data[${key}]`, key, 'duplicate of key present in binaryData'),
      ),
    ]),
    ...binary.flatMap(key => dataKeyErrors(key, 'binaryData')),
    ...fixedErrors(next, previous, ['data', 'binaryData']),
  ];
};

/** Keys that a type of secret promises to its readers. */
const promised: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};

export const secretErrors: Check = (next, previous) => {
  const data = structIn(next, 'data') ?? {};
  const missing = (promised[String(next.type)] ?? []).filter(key => data[key] === undefined);
  return [
    ...Object.keys(data).flatMap(key => dataKeyErrors(key, 'data')),
    ...missing.map(key => requiredError(`data[${key}]`)),
    ...immutable(next, previous, { field: 'type', path: 'type' }),
    ...fixedErrors(next, previous, ['data']),
  ];
};

const serviceTypes = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

function targetErrors(target: unknown, path: string): Errors {
  const isWrong = typeof target === 'number' && (target < 1 || target > MAX_PORT);
  return when(isWrong, () => invalidError(path, target, 'must be between 1 and 65535, inclusive'));
}

function servicePortErrors(spec: Draft): Errors {
  const names = new Set<unknown>();
  const taken = new Set<string>();
  const needsName = listIn(spec, 'ports').length > 1;
  return each(spec, 'ports', 'spec', (port, path) => {
    const isNamedTwice = Boolean(port.name) && names.has(port.name);
    names.add(port.name);
    const key = `${port.protocol}/${port.port}`;
    const isTaken = taken.has(key);
    taken.add(key);
    const shown = JSON.stringify({
      Name: '',
      Protocol: port.protocol,
      AppProtocol: null,
      Port: port.port,
      TargetPort: 0,
      NodePort: 0,
    });
    return [
      ...(port.name
        ? dnsLabel(port.name, `${path}.name`)
        : when(needsName, () => requiredError(`${path}.name`))),
      ...when(isNamedTwice, () => duplicateError(`${path}.name`, port.name)),
      ...portNumber(port.port ?? 0, `${path}.port`),
      ...oneOf(port.protocol, `${path}.protocol`, protocols),
      ...targetErrors(port.targetPort, `${path}.targetPort`),
      ...when(isTaken, () => ({
        reason: 'FieldValueDuplicate',
        field: path,
        message: `Duplicate value: ${shown}`,
      })),
    ];
  });
}

export const serviceErrors: Check = (next, previous) => {
  const spec = specOf(next);
  const old = previous && specOf(previous);
  const isName = spec.type === 'ExternalName';
  const needsPorts = !isName && spec.clusterIP !== 'None' && listIn(spec, 'ports').length === 0;
  const selector = (structIn(spec, 'selector') ?? {}) as Readonly<Record<string, string>>;
  const isMoved =
    old !== undefined &&
    !isName &&
    old.type !== 'ExternalName' &&
    old.clusterIP !== undefined &&
    spec.clusterIP !== old.clusterIP;
  return [
    ...when(needsPorts, () => requiredError('spec.ports')),
    ...when(isName && !spec.externalName, () => requiredError('spec.externalName')),
    ...servicePortErrors(spec),
    ...validateLabels(selector, 'spec.selector'),
    ...oneOf(spec.type, 'spec.type', serviceTypes),
    ...oneOf(spec.sessionAffinity, 'spec.sessionAffinity', ['ClientIP', 'None']),
    ...when(isMoved, () => invalidError('spec.clusterIPs[0]', spec.clusterIPs, 'may not change once set')),
  ];
};

export const claimErrors: Check = (next, previous) => {
  const spec = specOf(next);
  const modes = Array.isArray(spec.accessModes) ? spec.accessModes : [];
  const requests = structIn(structIn(spec, 'resources'), 'requests') ?? {};
  const fixed = ({
    resources: _resources,
    volumeAttributesClassName: _class,
    volumeName: _volume,
    ...rest
  }: Draft) => rest;
  const isMoved = previous !== undefined && !isDeepStrictEqual(fixed(spec), fixed(specOf(previous)));
  const rule =
    'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
  return [
    ...when(modes.length === 0, () =>
      requiredError('spec.accessModes', 'at least 1 access mode is required'),
    ),
    ...when(requests.storage === undefined, () => requiredError('spec.resources[storage]')),
    ...when(isMoved, () => forbiddenError('spec', rule)),
  ];
};

const imageless = (containers: readonly Draft[]) => containers.map(({ image: _image, ...rest }) => rest);

function fixedPodPart(spec: Draft): Draft {
  const {
    activeDeadlineSeconds: _deadline,
    tolerations: _tolerations,
    nodeName: _node,
    terminationGracePeriodSeconds: _grace,
    ...rest
  } = spec;
  return {
    ...rest,
    containers: imageless(listIn(spec, 'containers')),
    initContainers: imageless(listIn(spec, 'initContainers')),
  };
}

/** After creation only images, deadlines and further tolerations of a pod change. */
export function podChangeErrors(next: Draft, previous: Draft | undefined): Errors {
  if (!previous || isDeepStrictEqual(fixedPodPart(specOf(next)), fixedPodPart(specOf(previous)))) return none;
  const rule =
    'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';
  return [forbiddenError('spec', rule)];
}

export const leaseErrors: Check = next => {
  const { leaseDurationSeconds: seconds, leaseTransitions: transitions } = specOf(next);
  return [
    ...when(typeof seconds === 'number' && seconds <= 0, () =>
      invalidError('spec.leaseDurationSeconds', seconds, 'must be greater than 0'),
    ),
    ...when(typeof transitions === 'number' && transitions < 0, () =>
      invalidError('spec.leaseTransitions', transitions, 'must be greater than or equal to 0'),
    ),
  ];
};

export const storageClassErrors: Check = (next, previous) => [
  ...required(next, 'provisioner', ''),
  ...(['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const).flatMap(field =>
    immutable(next, previous, { field, path: field }),
  ),
];

export const priorityClassErrors: Check = (next, previous) =>
  when(previous !== undefined && next.value !== previous.value, () =>
    forbiddenError('value', 'may not be changed in an update.'),
  );

function ruleErrors(rule: Draft, path: string): Errors {
  const isFor = (field: string) => Array.isArray(rule[field]) && rule[field].length > 0;
  const verbs = when(!isFor('verbs'), () =>
    requiredError(`${path}.verbs`, 'verbs must contain at least one value'),
  );
  if (isFor('nonResourceURLs')) return verbs;
  return [
    ...verbs,
    ...when(!isFor('apiGroups'), () =>
      requiredError(`${path}.apiGroups`, 'resource rules must supply at least one api group'),
    ),
    ...when(!isFor('resources'), () =>
      requiredError(`${path}.resources`, 'resource rules must supply at least one resource'),
    ),
  ];
}

export const roleErrors: Check = next =>
  listIn(next, 'rules').flatMap((rule, index) => ruleErrors(rule, `rules[${index}]`));

function subjectErrors(subject: Draft, path: string): Errors {
  const isAccount = subject.kind === 'ServiceAccount';
  return [
    ...required(subject, 'name', path),
    ...oneOf(subject.kind, `${path}.kind`, ['ServiceAccount', 'User', 'Group']),
    ...(isAccount ? required(subject, 'namespace', path) : none),
  ];
}

export const bindingErrors: Check = (next, previous) => {
  const role = structIn(next, 'roleRef') ?? {};
  const isMoved = previous !== undefined && !isDeepStrictEqual(role, previous.roleRef);
  // Shown as the server's own struct, in whose order it is.
  const shown = toShownValue({ APIGroup: role.apiGroup, Kind: role.kind, Name: role.name });
  return [
    ...oneOf(role.apiGroup, 'roleRef.apiGroup', ['rbac.authorization.k8s.io']),
    ...oneOf(role.kind, 'roleRef.kind', ['Role', 'ClusterRole']),
    ...required(role, 'name', 'roleRef'),
    ...listIn(next, 'subjects').flatMap((subject, index) => subjectErrors(subject, `subjects[${index}]`)),
    ...when(isMoved, () => ({
      reason: 'FieldValueInvalid',
      field: 'roleRef',
      message: `Invalid value: ${shown}: cannot change roleRef`,
    })),
  ];
};

function pathErrors(item: Draft, path: string): Errors {
  const isAbsolute = typeof item.path !== 'string' || item.path.startsWith('/');
  if (!item.pathType) return [requiredError(`${path}.pathType`, 'pathType must be specified')];
  return [
    ...oneOf(item.pathType, `${path}.pathType`, ['Exact', 'ImplementationSpecific', 'Prefix']),
    ...when(!isAbsolute, () => invalidError(`${path}.path`, item.path, 'must be an absolute path')),
  ];
}

export const ingressErrors: Check = next => {
  const spec = specOf(next);
  const isEmpty = listIn(spec, 'rules').length === 0 && spec.defaultBackend === undefined;
  return [
    ...when(isEmpty, () =>
      invalidError('spec', spec, 'either `defaultBackend` or `rules` must be specified'),
    ),
    ...each(spec, 'rules', 'spec', (rule, path) =>
      each(structIn(rule, 'http'), 'paths', `${path}.http`, pathErrors),
    ),
  ];
};
