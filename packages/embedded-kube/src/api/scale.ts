import type { KubeObject, ResourceType } from '../contracts';
import { isObject } from '../schema/jsonValues';
import { badRequest, conflict } from './errors';
import type { Cluster } from '../cluster/Cluster';

/** Where a kind keeps what `/scale` tells. */
interface ScalePaths {
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
    spec: { replicas },
    status: { replicas: read(object, paths.statusReplicasPath) ?? 0, ...(selector ? { selector } : {}) },
  };
}

/** The object with the replicas that a Scale asks for. @throws ApiError 400, 409 */
export function withScale(
  object: KubeObject,
  scale: unknown,
  where: { type: ResourceType; paths: ScalePaths },
): KubeObject {
  const { spec, metadata } = (isObject(scale) ? scale : {}) as {
    spec?: { replicas?: unknown };
    metadata?: { resourceVersion?: string };
  };
  const replicas = spec?.replicas ?? 0;
  if (typeof replicas !== 'number' || !Number.isInteger(replicas) || replicas < 0)
    throw badRequest(
      `spec.replicas: Invalid value: ${JSON.stringify(replicas)}: must be greater than or equal to 0`,
    );
  const { resourceVersion, name } = object.metadata;
  if (metadata?.resourceVersion && metadata.resourceVersion !== resourceVersion) {
    throw conflict(
      where.type,
      name,
      'the object has been modified; please apply your changes to the latest version and try again',
    );
  }
  return writeAt(object, stepsOf(where.paths.specReplicasPath), replicas) as KubeObject;
}

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

function selectorText(selector: unknown): string {
  if (typeof selector === 'string') return selector;
  const { matchLabels = {}, matchExpressions = [] } = (selector ?? {}) as {
    matchLabels?: Readonly<Record<string, string>>;
    matchExpressions?: readonly Expression[];
  };
  return [
    ...Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`),
    ...matchExpressions.map(expressionText),
  ].join(',');
}

function expressionText({ key, operator, values = [] }: Expression): string {
  if (operator === 'Exists') return key;
  return operator === 'DoesNotExist' ? `!${key}` : `${key} ${operator.toLowerCase()} (${values.join(',')})`;
}
