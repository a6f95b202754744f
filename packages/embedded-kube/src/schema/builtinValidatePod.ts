/** What a real server refuses in pod specs. */
import {
  dnsLabel,
  each,
  labelsOf,
  MAX_PORT,
  none,
  notNegative,
  oneOf,
  portNumber,
  protocols,
  required,
  when,
  type Errors,
} from './builtinChecks';
import { listIn, structIn, type Draft } from './builtinDraft';
import { parseQuantity } from './builtinScalars';
import { duplicateError, invalidError, requiredError } from './fieldErrors';
import { validateLabels } from './validateMetadata';

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];
const restartPolicies = ['Always', 'OnFailure', 'Never'];
const dnsPolicies = ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'];
const environmentName = /^[\x20-\x3c\x3e-\x7e]+$/;

function portErrors(port: Draft, path: string): Errors {
  const container = port.containerPort
    ? portNumber(port.containerPort, `${path}.containerPort`)
    : [requiredError(`${path}.containerPort`)];
  const isHostPortWrong =
    typeof port.hostPort === 'number' && (port.hostPort < 0 || port.hostPort > MAX_PORT);
  return [
    ...container,
    ...(isHostPortWrong ? portNumber(port.hostPort, `${path}.hostPort`) : none),
    ...oneOf(port.protocol, `${path}.protocol`, protocols),
  ];
}

function variableErrors({ name, value, valueFrom }: Draft, path: string): Errors {
  const rule =
    "a valid environment variable name must consist only of printable ASCII characters other than '='";
  const isClash = Boolean(value) && valueFrom !== undefined;
  return [
    ...(name
      ? when(!environmentName.test(String(name)), () => invalidError(`${path}.name`, name, rule))
      : [requiredError(`${path}.name`)]),
    ...when(isClash, () =>
      invalidError(`${path}.valueFrom`, '', 'may not be specified when `value` is not empty'),
    ),
  ];
}

function mountErrors(
  mount: Draft,
  path: string,
  { volumes, paths }: { volumes: ReadonlySet<unknown>; paths: Set<unknown> },
): Errors {
  const isDoubled = Boolean(mount.mountPath) && paths.has(mount.mountPath);
  paths.add(mount.mountPath);
  const notFound = {
    reason: 'FieldValueNotFound',
    field: `${path}.name`,
    message: `Not found: ${JSON.stringify(mount.name)}`,
  };
  return [
    ...(mount.name ? when(!volumes.has(mount.name), () => notFound) : [requiredError(`${path}.name`)]),
    ...required(mount, 'mountPath', path),
    ...when(isDoubled, () => invalidError(`${path}.mountPath`, mount.mountPath, 'must be unique')),
  ];
}

function resourceErrors(resources: Draft | undefined, path: string): Errors {
  const limits = structIn(resources, 'limits') ?? {};
  const requests = structIn(resources, 'requests') ?? {};
  const amount = (value: unknown) => parseQuantity(String(value))?.nano ?? 0n;
  const negative = (values: Draft, field: string) =>
    Object.entries(values).flatMap(([name, value]) =>
      when(amount(value) < 0n, () =>
        invalidError(`${path}.${field}[${name}]`, value, 'must be greater than or equal to 0'),
      ),
    );
  const above = Object.entries(requests).flatMap(([name, value]) =>
    when(limits[name] !== undefined && amount(value) > amount(limits[name]), () =>
      invalidError(
        `${path}.requests`,
        value,
        `must be less than or equal to ${name} limit of ${limits[name]}`,
      ),
    ),
  );
  return [...negative(limits, 'limits'), ...negative(requests, 'requests'), ...above];
}

interface Surroundings {
  readonly volumes: ReadonlySet<unknown>;
  /** Names of containers so far; init containers share them. */
  readonly names: Set<unknown>;
}

function containerErrors(container: Draft, path: string, { volumes, names }: Surroundings): Errors {
  const { name, image } = container;
  const isDoubled = Boolean(name) && names.has(name);
  names.add(name);
  const paths = new Set<unknown>();
  return [
    ...dnsLabel(name, `${path}.name`),
    ...when(isDoubled, () => duplicateError(`${path}.name`, name)),
    ...required(container, 'image', path),
    ...when(typeof image === 'string' && image !== image.trim(), () =>
      invalidError(`${path}.image`, image, 'must not have leading or trailing whitespace'),
    ),
    ...each(container, 'ports', path, portErrors),
    ...each(container, 'env', path, variableErrors),
    ...each(container, 'volumeMounts', path, (mount, at) => mountErrors(mount, at, { volumes, paths })),
    ...oneOf(container.imagePullPolicy, `${path}.imagePullPolicy`, pullPolicies),
    ...resourceErrors(structIn(container, 'resources'), `${path}.resources`),
  ];
}

function volumeErrors(volume: Draft, path: string, names: Set<unknown>): Errors {
  const isDoubled = Boolean(volume.name) && names.has(volume.name);
  names.add(volume.name);
  const [, ...further] = Object.keys(volume).filter(field => field !== 'name');
  return [
    ...dnsLabel(volume.name, `${path}.name`),
    ...when(isDoubled, () => duplicateError(`${path}.name`, volume.name)),
    ...further.map(field => ({
      reason: 'FieldValueForbidden',
      field: `${path}.${field}`,
      message: 'Forbidden: may not specify more than 1 volume type',
    })),
  ];
}

export function podSpecErrors(spec: Draft | undefined, path: string): Errors {
  const volumes = new Set<unknown>();
  const names = new Set<unknown>();
  const volumeProblems = each(spec, 'volumes', path, (volume, at) => volumeErrors(volume, at, volumes));
  const check = (container: Draft, at: string) => containerErrors(container, at, { volumes, names });
  return [
    ...volumeProblems,
    ...when(listIn(spec, 'containers').length === 0, () => requiredError(`${path}.containers`)),
    ...each(spec, 'containers', path, check),
    ...each(spec, 'initContainers', path, check),
    ...oneOf(spec?.restartPolicy, `${path}.restartPolicy`, restartPolicies),
    ...oneOf(spec?.dnsPolicy, `${path}.dnsPolicy`, dnsPolicies),
    ...notNegative(spec?.terminationGracePeriodSeconds, `${path}.terminationGracePeriodSeconds`),
  ];
}

export function templateErrors(template: Draft | undefined, path: string): Errors {
  const metadata = structIn(template, 'metadata');
  return [
    ...validateLabels(labelsOf(metadata), `${path}.labels`),
    ...podSpecErrors(structIn(template, 'spec'), `${path}.spec`),
  ];
}
