/** What a real server refuses in what belongs to the whole cluster: nodes, volumes, classes; and in lists of endpoints. */
import { isIP } from 'node:net';

import { each, none, oneOf, portNumber, required, selects, when, type Errors } from './builtinChecks';
import { listIn, structIn, type Draft } from './builtinDraft';
import { cidrErrors } from './builtinValidateIngress';
import { templateErrors } from './builtinValidatePod';
import { immutable, specOf, type Check } from './builtinValidateWorkloads';
import { parseQuantity } from './builtinScalars';
import { forbiddenError, invalidError, notSupportedError, requiredError } from './fieldErrors';
import { explainQualifiedName } from './names';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

function taintErrors(spec: Draft): Errors {
  const known = new Set<string>();
  return listIn(spec, 'taints').flatMap((taint, index) => {
    const path = `metadata.taints[${index}]`;
    const { key = '', value = '', effect = '', timeAdded = null } = taint;
    const pair = `${key} ${effect}`;
    const isDoubled = known.has(pair);
    known.add(pair);
    const shown = JSON.stringify({ Key: key, Value: value, Effect: effect, TimeAdded: timeAdded });
    const message = `Duplicate value: ${shown}: taints must be unique by key and effect pair`;
    return [
      ...explainQualifiedName(String(key)).map(text => invalidError(`${path}.key`, key, text)),
      ...oneOf(effect, `${path}.effect`, EFFECTS),
      ...when(isDoubled, () => ({ reason: 'FieldValueDuplicate', field: path, message })),
    ];
  });
}

export const nodeErrors: Check = next => {
  const spec = specOf(next);
  const ranges = Array.isArray(spec.podCIDRs) ? spec.podCIDRs : [spec.podCIDR].filter(Boolean);
  return [
    ...taintErrors(spec),
    ...ranges.flatMap((range, index) => cidrErrors(range, `spec.podCIDRs[${index}]`)),
  ];
};

const FIXED = ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const;

export const storageClassErrors: Check = (next, previous) => {
  const { provisioner } = next;
  return [
    ...required(next, 'provisioner', ''),
    ...(provisioner
      ? explainQualifiedName(String(provisioner).toLowerCase()).map(text =>
          invalidError('provisioner', provisioner, text),
        )
      : none),
    ...oneOf(next.reclaimPolicy, 'reclaimPolicy', ['Delete', 'Retain']),
    ...oneOf(next.volumeBindingMode, 'volumeBindingMode', ['Immediate', 'WaitForFirstConsumer']),
    ...FIXED.flatMap(field => immutable(next, previous, { field, path: field })),
  ];
};

const MOST_PRIORITY = 1_000_000_000;
const SYSTEM_CLASSES = ['system-node-critical', 'system-cluster-critical'];

export const priorityClassErrors: Check = (next, previous) => {
  const name = String(structIn(next, 'metadata')?.name ?? '');
  const isSystem = name.startsWith('system-');
  const reserved = `priority class names with 'system-' prefix are reserved for system use only. error: ${name} is not a known system priority class`;
  const tooHigh = `maximum allowed value of a user defined priority is ${MOST_PRIORITY}`;
  return [
    ...when(isSystem && !SYSTEM_CLASSES.includes(name), () => forbiddenError('metadata.name', reserved)),
    ...when(!isSystem && Number(next.value ?? 0) > MOST_PRIORITY, () => forbiddenError('value', tooHigh)),
    ...oneOf(next.preemptionPolicy, 'preemptionPolicy', ['PreemptLowerPriority', 'Never']),
    ...when(previous !== undefined && next.value !== previous.value, () =>
      forbiddenError('value', 'may not be changed in an update.'),
    ),
  ];
};

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
/** Everything else in the spec of a volume says where its bytes are. */
const NO_SOURCES = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
]);

function capacityErrors(capacity: Draft | undefined): Errors {
  const { storage } = capacity ?? {};
  const isOfStorage = storage !== undefined && Object.keys(capacity ?? {}).length === 1;
  const isPositive = (parseQuantity(String(storage))?.nano ?? 0n) > 0n;
  return [
    ...when(!capacity, () => requiredError('spec.capacity')),
    ...when(!isOfStorage, () => notSupportedError('spec.capacity', capacity ?? null, ['storage'])),
    ...when(storage !== undefined && !isPositive, () =>
      invalidError('spec.capacity[storage]', storage, 'must be greater than zero'),
    ),
  ];
}

export const volumeErrors: Check = next => {
  const spec = specOf(next);
  const modes = Array.isArray(spec.accessModes) ? spec.accessModes : [];
  const hasSource = Object.keys(spec).some(field => !NO_SOURCES.has(field));
  return [
    ...when(modes.length === 0, () => requiredError('spec.accessModes')),
    ...modes
      .filter(mode => !MODES.includes(String(mode)))
      .map(mode => notSupportedError('spec.accessModes', mode, MODES)),
    ...capacityErrors(structIn(spec, 'capacity')),
    ...when(!hasSource, () => requiredError('spec', 'must specify a volume type')),
  ];
};

const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'];
const BAD_ADDRESS = 'must be a valid IP address';
const BAD_ADDRESS_MESSAGE = `${BAD_ADDRESS}, (e.g. 10.9.8.7 or 2001:db8::ffff)`;

export const endpointSliceErrors: Check = next => [
  ...(next.addressType
    ? oneOf(next.addressType, 'addressType', ADDRESS_TYPES)
    : required(next, 'addressType', '')),
  ...listIn(next, 'endpoints').flatMap((endpoint, index) => {
    const path = `endpoints[${index}].addresses`;
    const addresses = Array.isArray(endpoint.addresses) ? endpoint.addresses : [];
    const isIp = next.addressType === 'IPv4' || next.addressType === 'IPv6';
    return [
      ...when(addresses.length === 0, () => requiredError(path, 'must contain at least 1 address')),
      ...addresses.flatMap((address, at) =>
        when(isIp && isIP(String(address)) === 0, () =>
          invalidError(`${path}[${at}]`, address, BAD_ADDRESS_MESSAGE),
        ),
      ),
    ];
  }),
];

export const endpointsErrors: Check = next =>
  listIn(next, 'subsets').flatMap((subset, index) => [
    ...each(subset, 'addresses', `subsets[${index}]`, ({ ip }, path) => {
      if (isIP(String(ip ?? '')) !== 0) return none;
      return [BAD_ADDRESS_MESSAGE, BAD_ADDRESS].map(text => invalidError(`${path}.ip`, ip ?? '', text));
    }),
    ...each(subset, 'ports', `subsets[${index}]`, ({ port = 0 }, path) => portNumber(port, `${path}.port`)),
  ]);

export const podTemplateErrors: Check = next => templateErrors(structIn(next, 'template'), 'template');

export const replicationControllerErrors: Check = next => {
  const spec = specOf(next);
  const selector = structIn(spec, 'selector');
  const template = structIn(spec, 'template');
  const labels = structIn(structIn(template, 'metadata'), 'labels');
  const isSelected =
    selector !== undefined &&
    selects({ matchLabels: selector }, (labels ?? {}) as Readonly<Record<string, string>>);
  return [
    ...required(spec, 'selector', 'spec'),
    ...required(spec, 'template', 'spec'),
    ...when(template !== undefined && selector !== undefined && !isSelected, () =>
      invalidError(
        'spec.template.metadata.labels',
        labels ?? null,
        '`selector` does not match template `labels`',
      ),
    ),
    ...(template ? templateErrors(template, 'spec.template') : none),
  ];
};
