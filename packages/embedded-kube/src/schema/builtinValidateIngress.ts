/** What a real server refuses in Ingresses and NetworkPolicies. */
import { isIP } from 'node:net';

import { each, MAX_PORT, none, oneOf, portName, required, when, type Errors } from './builtinChecks';
import { isDraft, listIn, structIn, type Draft } from './builtinDraft';
import { specOf, type Check } from './builtinValidateWorkloads';
import { invalidError, notSupportedError, requiredError } from './fieldErrors';
import { explainSubdomain } from './names';

export const subdomain = (value: unknown, path: string): Errors =>
  typeof value === 'string' && value !== ''
    ? explainSubdomain(value).map(text => invalidError(path, value, text))
    : none;

function backendErrors(backend: Draft | undefined, path: string): Errors {
  const service = structIn(backend, 'service');
  if (!service)
    return when(!isDraft(backend?.resource), () =>
      invalidError(path, '', 'resource or service backend is required'),
    );
  const port = structIn(service, 'port');
  return [
    ...required(service, 'name', `${path}.service`),
    ...when(!port?.name && !port?.number, () => requiredError(path, 'port name or number is required')),
  ];
}

function pathErrors(item: Draft, path: string): Errors {
  const isAbsolute = typeof item.path !== 'string' || item.path.startsWith('/');
  if (!item.pathType) return [requiredError(`${path}.pathType`, 'pathType must be specified')];
  return [
    ...oneOf(item.pathType, `${path}.pathType`, ['Exact', 'ImplementationSpecific', 'Prefix']),
    ...when(!isAbsolute, () => invalidError(`${path}.path`, item.path, 'must be an absolute path')),
    ...backendErrors(structIn(item, 'backend'), `${path}.backend`),
  ];
}

function ruleErrors(rule: Draft, path: string): Errors {
  const http = structIn(rule, 'http');
  const isWild = String(rule.host ?? '').startsWith('*.');
  return [
    ...(isWild ? none : subdomain(rule.host, `${path}.host`)),
    ...when(http !== undefined && listIn(http, 'paths').length === 0, () =>
      requiredError(`${path}.http.paths`),
    ),
    ...each(http, 'paths', `${path}.http`, pathErrors),
  ];
}

export const ingressErrors: Check = next => {
  const spec = specOf(next);
  const isEmpty = listIn(spec, 'rules').length === 0 && spec.defaultBackend === undefined;
  const shown = Object.keys(spec).length === 0 ? null : spec;
  return [
    ...when(isEmpty, () =>
      invalidError('spec', shown, 'either `defaultBackend` or `rules` must be specified'),
    ),
    ...(isDraft(spec.defaultBackend) ? backendErrors(spec.defaultBackend, 'spec.defaultBackend') : none),
    ...each(spec, 'rules', 'spec', ruleErrors),
    ...subdomain(spec.ingressClassName, 'spec.ingressClassName'),
  ];
};

export function cidrErrors(value: unknown, path: string): Errors {
  const [address, length, ...more] = String(value ?? '').split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const isRange =
    isIP(address) !== 0 && /^\d{1,3}$/.test(length ?? '') && Number(length) <= most && more.length === 0;
  const rule = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
  return when(!isRange, () => invalidError(path, value, rule));
}

function peerErrors(peer: Draft, path: string): Errors {
  const block = structIn(peer, 'ipBlock');
  if (block) return cidrErrors(block.cidr, `${path}.ipBlock.cidr`);
  const hasSelector = isDraft(peer.podSelector) || isDraft(peer.namespaceSelector);
  return when(!hasSelector, () => requiredError(path, 'must specify a peer'));
}

function policyPortErrors({ port, protocol }: Draft, path: string): Errors {
  const at = `${path}.port`;
  const isWrong = typeof port === 'number' && (port < 1 || port > MAX_PORT);
  return [
    ...oneOf(protocol, `${path}.protocol`, ['TCP', 'UDP', 'SCTP']),
    ...(typeof port === 'string' ? portName(port, at) : none),
    ...when(isWrong, () => invalidError(at, port, 'must be between 1 and 65535, inclusive')),
  ];
}

export const networkPolicyErrors: Check = next => {
  const spec = specOf(next);
  const types = Array.isArray(spec.policyTypes) ? spec.policyTypes : [];
  const rules = (field: string, peers: string) =>
    each(spec, field, 'spec', (rule, path) => [
      ...each(rule, 'ports', path, policyPortErrors),
      ...each(rule, peers, path, peerErrors),
    ]);
  return [
    ...rules('ingress', 'from'),
    ...rules('egress', 'to'),
    ...types.flatMap((type, index) =>
      when(type !== 'Ingress' && type !== 'Egress', () =>
        notSupportedError(`spec.policyTypes[${index}]`, type, ['Ingress', 'Egress']),
      ),
    ),
  ];
};
