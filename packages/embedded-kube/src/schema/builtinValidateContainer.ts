/** What a real server refuses in a container. */
import {
  dnsLabel,
  each,
  MAX_PORT,
  none,
  oneOf,
  portName,
  portNumber,
  protocols,
  required,
  when,
  type Errors,
} from './builtinChecks';
import { structIn, type Draft } from './builtinDraft';
import { probeErrors } from './builtinValidateProbe';
import { resourceErrors } from './builtinValidateResources';
import { duplicateError, invalidError, requiredError } from './fieldErrors';

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];
const messagePolicies = ['File', 'FallbackToLogsOnError'];
const environmentName = /^[\x20-\x3c\x3e-\x7e]+$/;

function portErrors(port: Draft, path: string, names: Set<unknown>): Errors {
  const container = port.containerPort
    ? portNumber(port.containerPort, `${path}.containerPort`)
    : [requiredError(`${path}.containerPort`)];
  const isHostPortWrong =
    typeof port.hostPort === 'number' && (port.hostPort < 0 || port.hostPort > MAX_PORT);
  const isDoubled = Boolean(port.name) && names.has(port.name);
  const named = port.name ? portName(String(port.name), `${path}.name`) : none;
  if (named.length === 0) names.add(port.name);
  return [
    ...(isDoubled ? [duplicateError(`${path}.name`, port.name)] : named),
    ...container,
    ...(isHostPortWrong ? portNumber(port.hostPort, `${path}.hostPort`) : none),
    ...oneOf(port.protocol, `${path}.protocol`, protocols),
  ];
}

const SOURCES =
  'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
/** Fields of a pod that a variable may be taken from. */
const POD_FIELD =
  /^(metadata\.(name|namespace|uid|(annotations|labels)\['.*'\])|spec\.(nodeName|restartPolicy|serviceAccountName|schedulerName|host)|status\.(phase|hostIPs?|podIPs?))$/;

function sourceErrors(source: Draft, path: string): Errors {
  if (Object.keys(source).length === 0) return [invalidError(path, '', SOURCES)];
  const field = structIn(source, 'fieldRef')?.fieldPath;
  const isUnknown = typeof field === 'string' && field !== '' && !POD_FIELD.test(field);
  return when(isUnknown, () =>
    invalidError(
      `${path}.fieldRef.fieldPath`,
      field,
      `error converting fieldPath: field label not supported: ${field}`,
    ),
  );
}

function variableErrors(variable: Draft, path: string): Errors {
  const { name, value } = variable;
  const rule =
    "a valid environment variable name must consist only of printable ASCII characters other than '='";
  const source = structIn(variable, 'valueFrom');
  const isClash = Boolean(value) && source !== undefined;
  return [
    ...(name
      ? when(!environmentName.test(String(name)), () => invalidError(`${path}.name`, name, rule))
      : [requiredError(`${path}.name`)]),
    ...when(isClash, () =>
      invalidError(`${path}.valueFrom`, '', 'may not be specified when `value` is not empty'),
    ),
    ...(source && !isClash ? sourceErrors(source, `${path}.valueFrom`) : none),
  ];
}

/** Reported for the list, not for its element. */
const originErrors = (origin: Draft, path: string): Errors =>
  when(!origin.configMapRef && !origin.secretRef, () =>
    invalidError(path.replace(/\[\d+\]$/, ''), '', 'must specify one of: `configMapRef` or `secretRef`'),
  );

function mountErrors(
  mount: Draft,
  path: string,
  { volumes, paths }: { volumes: ReadonlySet<unknown>; paths: Set<unknown> },
): Errors {
  const isDoubled = Boolean(mount.mountPath) && paths.has(mount.mountPath);
  paths.add(mount.mountPath);
  const name = mount.name ?? '';
  const notFound = {
    reason: 'FieldValueNotFound',
    field: `${path}.name`,
    message: `Not found: ${JSON.stringify(name)}`,
  };
  return [
    ...when(name === '', () => requiredError(`${path}.name`)),
    ...when(!volumes.has(name), () => notFound),
    ...required(mount, 'mountPath', path),
    ...when(isDoubled, () => invalidError(`${path}.mountPath`, mount.mountPath, 'must be unique')),
  ];
}

export interface Surroundings {
  readonly volumes: ReadonlySet<unknown>;
  /** Names of containers so far; init containers share them. */
  readonly names: Set<unknown>;
}

export function containerErrors(container: Draft, path: string, { volumes, names }: Surroundings): Errors {
  const { name = '' } = container;
  const isDoubled = names.has(name);
  names.add(name);
  const paths = new Set<unknown>();
  const ports = new Set<unknown>();
  const probe = (field: string) =>
    probeErrors(structIn(container, field), `${path}.${field}`, field !== 'readinessProbe');
  return [
    ...dnsLabel(name, `${path}.name`),
    ...when(isDoubled, () => duplicateError(`${path}.name`, name)),
    ...required(container, 'image', path),
    ...oneOf(container.terminationMessagePolicy, `${path}.terminationMessagePolicy`, messagePolicies),
    ...each(container, 'ports', path, (port, at) => portErrors(port, at, ports)),
    ...each(container, 'env', path, variableErrors),
    ...each(container, 'envFrom', path, originErrors),
    ...each(container, 'volumeMounts', path, (mount, at) => mountErrors(mount, at, { volumes, paths })),
    ...oneOf(container.imagePullPolicy, `${path}.imagePullPolicy`, pullPolicies),
    ...resourceErrors(structIn(container, 'resources'), `${path}.resources`),
    ...['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap(probe),
  ];
}
