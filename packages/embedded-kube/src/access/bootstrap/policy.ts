import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { serverSideApply, trackUpdate } from '../../api/patch/managedFields';
import { besideSources } from '../../besideSources';
import type { Cluster } from '../../cluster/Cluster';
import type { KubeObject, ManagedFieldsEntry, ResourceType } from '../../contracts';
import { builtinTypes } from '../../schema/builtin';
import type { Beginnings } from '../../storage/Beginnings';
import { StoredObject } from '../../storage/StoredObject';
import { AGGREGATION_MANAGER } from '../rbac/aggregation';
import { RBAC_GROUP } from '../rbac/RuleIndex';

/** A line of policyData.json: an object with what is the same in all of them left out. */
export interface PolicyObject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  /** Beside the label that they all have. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly [content: string]: unknown;
}

const LABELS = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };
const ANNOTATIONS = { 'rbac.authorization.kubernetes.io/autoupdate': 'true' };

/** An object as it is in every cluster but for uid, revision and time. */
interface Template {
  readonly storageKey: string;
  readonly object: KubeObject;
}

let templates: readonly Template[] | undefined;

/** The roles and bindings that every server begins with; read once, and shared by all clusters. */
function policyTemplates(): readonly Template[] {
  templates ??= readPolicy().map(toTemplate);
  return templates;
}

function readPolicy(): readonly PolicyObject[] {
  const path = besideSources('access', 'bootstrap', 'policyData.json');
  return JSON.parse(readFileSync(path, 'utf8')) as readonly PolicyObject[];
}

function toTemplate({ kind, name, namespace, labels = {}, ...content }: PolicyObject): Template {
  const type = typeOf(kind);
  const metadata = {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels: shared({ ...LABELS, ...labels }),
    annotations: ANNOTATIONS,
  };
  const object = { kind, apiVersion: `${RBAC_GROUP}/v1`, metadata, ...content };
  const tracked = track(type, object);
  const managedFields = shared(tracked.metadata.managedFields ?? []);
  return { storageKey: type.storageKey, object: { ...object, metadata: { ...metadata, managedFields } } };
}

function typeOf(kind: string): ResourceType {
  const type = builtinTypes().find(each => each.group === RBAC_GROUP && each.kind === kind);
  if (!type) throw new Error(`${kind} is no kind of ${RBAC_GROUP}`);
  return type;
}

/** What gathers the rules of others has them from a controller. */
function track(type: ResourceType, object: KubeObject): KubeObject {
  const by = { type, now: '', manager: 'kube-apiserver' };
  if (object.aggregationRule === undefined) return trackUpdate({ ...by, next: object });
  const live = trackUpdate({ ...by, next: { ...object, rules: null } });
  const { kind, apiVersion, metadata, rules } = object;
  const body = { kind, apiVersion, metadata: { name: metadata.name }, rules };
  return serverSideApply({ ...by, live, body, manager: AGGREGATION_MANAGER, force: true });
}

const known = new Map<string, unknown>();

/** Equal parts are the same object. */
function shared<T>(value: T): T {
  const key = JSON.stringify(value);
  if (!known.has(key)) known.set(key, value);
  return known.get(key) as T;
}

export const policySize = (): number => policyTemplates().length;

/**
 * The objects as one cluster has them: the n-th has revision n, and a uid made of its name and the cluster's uid, so they
 * are the same whenever they are asked for.
 */
function makePolicy(cluster: Cluster): StoredObject[] {
  const home = cluster.objects.find('/namespaces', '', 'kube-system');
  const createdAt = home?.object.metadata.creationTimestamp ?? '';
  const stamped = new Map<unknown, readonly ManagedFieldsEntry[]>();
  return policyTemplates().map(({ storageKey, object }, index) => {
    const { managedFields = [], ...metadata } = object.metadata;
    const entries = stamped.get(managedFields) ?? managedFields.map(entry => ({ ...entry, time: createdAt }));
    stamped.set(managedFields, entries);
    const revision = index + 1;
    const stored = {
      ...metadata,
      uid: uidOf(`${home?.uid} ${storageKey} ${metadata.namespace ?? ''} ${metadata.name}`),
      resourceVersion: String(revision),
      creationTimestamp: createdAt,
      managedFields: entries,
    };
    return new StoredObject(storageKey, revision, { ...object, metadata: stored });
  });
}

/** What a cluster has from its first moment, when that many revisions were kept free for it. */
export const policyOf = (cluster: Cluster, begun: number): Beginnings | undefined =>
  begun === 0
    ? undefined
    : {
        lastRevision: begun,
        keyPrefix: `${RBAC_GROUP}/`,
        isUid: uid => uid[14] === '5',
        make: () => makePolicy(cluster).slice(0, begun),
      };

/** Creates what is missing in a cluster of a time when there was less, or nothing, to begin with. */
export function createPolicy(cluster: Cluster, begun: number): void {
  if (begun >= policySize()) return;
  for (const { storageKey, namespace, name, object } of makePolicy(cluster).slice(begun)) {
    if (!cluster.objects.find(storageKey, namespace, name)) cluster.commit('ADDED', storageKey, object);
  }
}

/** A UUID of version 5, which says that it is made of a name; drawn ones are of version 4. */
function uidOf(name: string): string {
  const hex = createHash('sha1').update(name).digest('hex');
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
