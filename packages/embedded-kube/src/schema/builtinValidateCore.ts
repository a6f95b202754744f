/** What a real server refuses in configuration, services, storage and access rules. */
import { lookUp } from './jsonValues';
import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';

import {
  dnsLabel,
  each,
  MAX_PORT,
  none,
  oneOf,
  portName,
  portNumber,
  protocols,
  when,
  type Errors,
} from './builtinChecks';
import { listIn, structIn, type Draft } from './builtinDraft';
import { claimAmountErrors } from './builtinValidateAmounts';
import { reachErrors } from './builtinValidateReach';
import { secretContentErrors } from './builtinValidateSecret';
import { immutable, type Check } from './builtinValidateWorkloads';
import { duplicateError, forbiddenError, invalidError, requiredError, tooLongError } from './fieldErrors';
import { validateLabels } from './validateMetadata';

const specOf = (object: Draft | undefined): Draft => structIn(object, 'spec') ?? {};

const dataKey = /^[-._a-zA-Z0-9]+$/;

function dataKeyErrors(key: string, field: string): Errors {
  const rule =
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
  const wrong = [
    ...(key.length > 253 ? ['must be no more than 253 characters'] : []),
    ...(dataKey.test(key) ? [] : [rule]),
    ...(key === '.' ? ["must not be '.'"] : []),
    ...(key === '..' ? ["must not be '..'"] : []),
    ...(/^\.\../.test(key) ? ["must not start with '..'"] : []),
  ];
  return wrong.map(text => invalidError(`${field}[${key}]`, key, text));
}

function fixedErrors(next: Draft, previous: Draft | undefined, fields: readonly string[]): Errors {
  if (previous?.immutable !== true) return none;
  const refuse = (field: string) => forbiddenError(field, 'field is immutable when `immutable` is set');
  return [
    ...when(next.immutable !== true, () => refuse('immutable')),
    ...fields.flatMap(field => when(!isDeepStrictEqual(next[field], previous[field]), () => refuse(field))),
  ];
}

export const configMapChangeErrors: Check = (next, previous) =>
  fixedErrors(next, previous, ['data', 'binaryData']);

/** Of all values together. */
const MOST_BYTES = 1024 * 1024;
const textBytes = (values: Draft = {}) =>
  Object.values(values).reduce<number>((sum, value) => sum + Buffer.byteLength(String(value)), 0);
const decodedBytes = (values: Draft = {}) =>
  Object.values(values).reduce<number>((sum, value) => sum + Buffer.byteLength(String(value), 'base64'), 0);
const sizeErrors = (bytes: number, field: string) =>
  when(bytes > MOST_BYTES, () => tooLongError(field, MOST_BYTES));

export const configMapErrors: Check = next => {
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
    ...sizeErrors(textBytes(structIn(next, 'data')) + decodedBytes(structIn(next, 'binaryData')), '[]'),
  ];
};

/** Keys that a type of secret promises to its readers. */
const promised: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};

/** Of these one is enough. */
const ACCOUNT = ['username', 'password'];

function missingKeys(type: unknown, data: Draft): readonly string[] {
  const isAbsent = (key: string) => data[key] === undefined;
  if (type === 'kubernetes.io/basic-auth') return ACCOUNT.every(isAbsent) ? ACCOUNT : [];
  return (lookUp(promised, String(type)) ?? []).filter(isAbsent);
}

export const secretChangeErrors: Check = (next, previous) => [
  ...immutable(next, previous, { field: 'type', path: 'type' }),
  ...fixedErrors(next, previous, ['data']),
];

export const secretErrors: Check = next => {
  const data = structIn(next, 'data') ?? {};
  return [
    ...Object.keys(data).flatMap(key => dataKeyErrors(key, 'data')),
    ...sizeErrors(decodedBytes(data), 'data'),
    ...missingKeys(next.type, data).map(key => requiredError(`data[${key}]`)),
    ...secretContentErrors(next),
  ];
};

const serviceTypes = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

function targetErrors(target: unknown, path: string): Errors {
  if (typeof target === 'string') return portName(target, path);
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

/** There is one family of addresses only. */
function dualStackErrors({ ipFamilyPolicy, ipFamilies }: Draft): Errors {
  const families = Array.isArray(ipFamilies) ? ipFamilies : [];
  const second = families.indexOf('IPv6');
  return [
    invalidError(
      'spec.ipFamilyPolicy',
      ipFamilyPolicy,
      'this cluster is not configured for dual-stack services',
    ),
    ...when(second >= 0, () =>
      invalidError(`spec.ipFamilies[${second}]`, 'IPv6', 'not configured on this cluster'),
    ),
  ];
}

/** Addresses are given out before anything else of a Service is validated. */
export function serviceAddressErrors(next: Draft): Errors {
  const spec = specOf(next);
  if (spec.type === 'ExternalName') return none;
  const address = spec.clusterIP ?? '';
  const isAddress = address === '' || address === 'None' || isIP(String(address)) !== 0;
  const rule = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
  if (!isAddress) return [invalidError('spec.clusterIPs[0]', address, rule)];
  const isFreeOfFamily = address === 'None' && spec.selector === undefined;
  return !isFreeOfFamily && spec.ipFamilyPolicy === 'RequireDualStack' ? dualStackErrors(spec) : none;
}

export const serviceErrors: Check = (next, previous) => {
  const spec = specOf(next);
  const old = previous && specOf(previous);
  const isName = spec.type === 'ExternalName';
  const address = spec.clusterIP ?? '';
  const needsPorts = !isName && spec.clusterIP !== 'None' && listIn(spec, 'ports').length === 0;
  const selector = (structIn(spec, 'selector') ?? {}) as Readonly<Record<string, string>>;
  const isMoved =
    old !== undefined &&
    !isName &&
    old.type !== 'ExternalName' &&
    old.clusterIP !== undefined &&
    spec.clusterIP !== old.clusterIP;
  return [
    ...when(isMoved, () => invalidError('spec.clusterIPs[0]', spec.clusterIPs, 'may not change once set')),
    ...when(needsPorts, () => requiredError('spec.ports')),
    ...when(isName && address !== '', () =>
      forbiddenError('spec.clusterIPs', 'may not be set for ExternalName services'),
    ),
    ...when(isName && !spec.externalName, () => requiredError('spec.externalName')),
    ...reachErrors(spec),
    ...servicePortErrors(spec),
    ...validateLabels(selector, 'spec.selector'),
    ...oneOf(spec.type, 'spec.type', serviceTypes),
    ...oneOf(spec.sessionAffinity, 'spec.sessionAffinity', ['ClientIP', 'None']),
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
    ...claimAmountErrors(spec),
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
