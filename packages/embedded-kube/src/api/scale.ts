import { ApiError, type KubeObject, type ResourceType } from '../contracts';
import { isObject } from '../schema/jsonValues';
import type { Cluster } from '../cluster/Cluster';
import { compareText } from '../text';

/** Where a kind keeps what `/scale` shows. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

const BUILTIN: ScalePaths = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.spec.selector',
};

interface DefinedVersion {
  readonly name: string;
  readonly subresources?: { readonly scale?: ScalePaths };
}

export function scalePathsOf(cluster: Cluster, type: ResourceType): ScalePaths {
  if (!type.isCustom) return BUILTIN;
  const definitions = cluster.catalog.builtin('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
  const stored = cluster.objects.find(definitions.storageKey, '', `${type.plural}.${type.group}`);
  const { versions = [] } = (stored?.object.spec ?? {}) as { versions?: readonly DefinedVersion[] };
  return versions.find(({ name }) => name === type.version)?.subresources?.scale ?? BUILTIN;
}

/** The object as `autoscaling/v1 Scale`. */
export function toScale(object: KubeObject, paths: ScalePaths): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = selectorText(read(object, paths.labelSelectorPath));
  const replicas = read(object, paths.specReplicasPath) ?? 0;
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, ...(namespace ? { namespace } : {}), uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: read(object, paths.statusReplicasPath) ?? 0, ...(selector ? { selector } : {}) },
  };
}

/** Reading the scale of a custom resource that names no replicas is an error. @throws ApiError 500 */
export function checkHasReplicas(object: KubeObject, { specReplicasPath }: ScalePaths): void {
  if (read(object, specReplicasPath) !== undefined) return;
  const why = `the spec replicas field "${specReplicasPath}" does not exist`;
  throw new ApiError(500, 'InternalError', `Internal error occurred: ${why}`, {
    causes: [{ reason: '', message: why, field: '' }],
  });
}

export const withReplicas = (object: KubeObject, replicas: number, paths: ScalePaths): KubeObject =>
  writeAt(object, stepsOf(paths.specReplicasPath), replicas) as KubeObject;

const stepsOf = (path: string) => path.split('.').slice(1);

function read(object: unknown, path: string | undefined): unknown {
  if (path === undefined) return undefined;
  return stepsOf(path).reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), object);
}

function writeAt(object: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  const fields = isObject(object) ? object : {};
  return { ...fields, [step]: writeAt(fields[step], rest, value) };
}

interface Expression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** Labels alone, as a ReplicationController has them. */
const isFlat = (selector: unknown) =>
  isObject(selector) && Object.values(selector).every(value => typeof value === 'string');

function selectorText(selector: unknown): string {
  if (typeof selector === 'string') return selector;
  const { matchLabels = {}, matchExpressions = [] } = (
    isFlat(selector) ? { matchLabels: selector } : (selector ?? {})
  ) as {
    matchLabels?: Readonly<Record<string, string>>;
    matchExpressions?: readonly Expression[];
  };
  const requirements = [
    ...Object.entries(matchLabels).map(([key, value]) => ({ key, text: `${key}=${value}` })),
    ...matchExpressions.map(expression => ({ key: expression.key, text: expressionText(expression) })),
  ];
  return requirements
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ text }) => text)
    .join(',');
}

function expressionText({ key, operator, values = [] }: Expression): string {
  if (operator === 'Exists') return key;
  return operator === 'DoesNotExist'
    ? `!${key}`
    : `${key} ${operator.toLowerCase()} (${[...values].sort(compareText).join(',')})`;
}
