/** What a real server refuses in pod specs. */
import { dnsLabel, each, labelsOf, none, oneOf, required, when, type Errors } from './builtinChecks';
import { listIn, structIn, type Draft } from './builtinDraft';
import { containerErrors } from './builtinValidateContainer';
import { duplicateError, invalidError, requiredError } from './fieldErrors';
import { explainDnsLabel, explainLabelValue, explainQualifiedName, explainSubdomain } from './names';
import { validateLabels } from './validateMetadata';

const restartPolicies = ['Always', 'OnFailure', 'Never'];
const dnsPolicies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];

/** Of some sources one field is all there is. */
const NEEDED: Readonly<Record<string, string>> = {
  configMap: 'name',
  hostPath: 'path',
  persistentVolumeClaim: 'claimName',
  secret: 'secretName',
};

/** In the order in which a real server checks them; the first that it finds counts. */
const VOLUME_TYPES: readonly string[] = [
  ...[
    'emptyDir',
    'hostPath',
    'gitRepo',
    'gcePersistentDisk',
    'awsElasticBlockStore',
    'secret',
    'nfs',
    'iscsi',
  ],
  ...['glusterfs', 'flocker', 'persistentVolumeClaim', 'rbd', 'cinder', 'cephfs', 'quobyte', 'downwardAPI'],
  ...[
    'fc',
    'flexVolume',
    'configMap',
    'azureFile',
    'vsphereVolume',
    'photonPersistentDisk',
    'portworxVolume',
  ],
  ...['azureDisk', 'storageos', 'projected', 'scaleIO', 'csi', 'ephemeral', 'image'],
];

function volumeErrors(volume: Draft, path: string, names: Set<unknown>): Errors {
  const isDoubled = Boolean(volume.name) && names.has(volume.name);
  names.add(volume.name);
  const [first, ...further] = VOLUME_TYPES.filter(field => volume[field] !== undefined);
  return [
    ...dnsLabel(volume.name, `${path}.name`),
    ...when(isDoubled, () => duplicateError(`${path}.name`, volume.name)),
    ...(first && NEEDED[first] ? required(structIn(volume, first), NEEDED[first], `${path}.${first}`) : none),
    ...further.map(field => ({
      reason: 'FieldValueForbidden',
      field: `${path}.${field}`,
      message: 'Forbidden: may not specify more than 1 volume type',
    })),
  ];
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

function tolerationErrors(toleration: Draft, path: string): Errors {
  const { key, operator = 'Equal', value, effect, tolerationSeconds } = toleration;
  const whole = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
  const at = `${path}.operator`;
  return [
    ...(key ? explainQualifiedName(String(key)).map(text => invalidError(`${path}.key`, key, text)) : none),
    ...when(!key && operator !== 'Exists', () => invalidError(at, operator, whole)),
    ...when(tolerationSeconds !== undefined && effect !== 'NoExecute', () =>
      invalidError(
        `${path}.effect`,
        effect ?? '',
        "effect must be 'NoExecute' when `tolerationSeconds` is set",
      ),
    ),
    ...(operator === 'Equal' && value
      ? explainLabelValue(String(value)).map(text => invalidError(at, value, text))
      : none),
    ...when(operator === 'Exists' && Boolean(value), () =>
      invalidError(at, value, "value must be empty when `operator` is 'Exists'"),
    ),
    ...oneOf(operator, at, ['Equal', 'Exists']),
    ...(effect ? oneOf(effect, `${path}.effect`, effects) : none),
  ];
}

const NAMES: readonly (readonly [string, (text: string) => readonly string[]])[] = [
  ['serviceAccountName', explainSubdomain],
  ['nodeName', explainSubdomain],
  ['hostname', explainDnsLabel],
  ['subdomain', explainDnsLabel],
];

const identityErrors = (spec: Draft | undefined, path: string): Errors =>
  NAMES.flatMap(([field, explain]) => {
    const name = spec?.[field];
    if (typeof name !== 'string' || name === '') return none;
    return explain(name).map(text => invalidError(`${path}.${field}`, name, text));
  });

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
    ...validateLabels(
      (structIn(spec, 'nodeSelector') ?? {}) as Readonly<Record<string, string>>,
      `${path}.nodeSelector`,
    ),
    ...identityErrors(spec, path),
    ...each(spec, 'tolerations', path, tolerationErrors),
  ];
}

/** Only a pod's own images are checked so closely. */
export const imageErrors = (spec: Draft | undefined): Errors =>
  ['containers', 'initContainers'].flatMap(field =>
    each(spec, field, 'spec', ({ image }, path) =>
      when(typeof image === 'string' && image !== image.trim(), () =>
        invalidError(`${path}.image`, image, 'must not have leading or trailing whitespace'),
      ),
    ),
  );

export function templateErrors(template: Draft | undefined, path: string): Errors {
  const metadata = structIn(template, 'metadata');
  return [
    ...validateLabels(labelsOf(metadata), `${path}.labels`),
    ...podSpecErrors(structIn(template, 'spec'), `${path}.spec`),
  ];
}
