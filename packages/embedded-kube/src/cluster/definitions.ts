import type { CompiledCrd, KubeObject } from '../contracts';
import { trackUpdate } from '../api/patch/managedFields';
import { compileCrd } from '../schema/crd';
import { isDeepEqual } from '../schema/jsonValues';
import type { Change } from '../storage/Change';
import { toTime } from '../text';
import type { Cluster } from './Cluster';
import { deleteStored, storeChanged, withoutFinalizer } from './controllerWrites';
import { conditionsOf, DEFINITION_CLEANUP, statusOf, withCondition } from './terminating';

const DEFINITIONS = 'apiextensions.k8s.io/customresourcedefinitions';

interface Names {
  readonly plural: string;
  readonly singular?: string;
  readonly kind: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
}

/** Serves a definition as it is now, and says in its status that it does. */
export function serveDefinition(cluster: Cluster, change: Change): void {
  const { stored } = change;
  if (change.type === 'DELETED') {
    cluster.catalog.withdraw(stored.name);
    const end = () => cluster.endWatches(storageKeyOf(stored.name));
    // Watches are to hear of the last objects first, which are told when they are stored.
    cluster.settled().then(end, end);
    return;
  }
  const { object, name } = stored;
  const clash = findClash(cluster, object);
  if (clash === undefined || cluster.catalog.definition(name)) cluster.catalog.serve(compileCrd(object));
  if (object.metadata.deletionTimestamp !== undefined)
    cluster.work.add(`definition ${cluster.name} ${name}`, () => cleanUpDefinition(cluster, name));
  const now = toTime(cluster.now());
  const next = withAcceptance(object, clash, now);
  if (isDeepEqual(next, object)) return;
  const type = cluster.catalog.builtin('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
  const manager = 'kube-apiserver';
  storeChanged(
    cluster,
    stored,
    trackUpdate({ live: object, next, manager, type, subresource: 'status', now }),
  );
}

/** Deletes the objects of a definition that is to go; when none is left, lets it go. */
export function cleanUpDefinition(cluster: Cluster, name: string): void {
  const definition = cluster.objects.find(DEFINITIONS, '', name);
  if (definition?.object.metadata.deletionTimestamp === undefined) return;
  const storageKey = storageKeyOf(name);
  for (const stored of cluster.objects.list(storageKey)) deleteStored(cluster, stored, 'Background');
  if (cluster.objects.list(storageKey).length > 0) return;
  storeChanged(cluster, definition, withoutFinalizer(definition.object, DEFINITION_CLEANUP));
}

/** `widgets.example.io` is stored under `example.io/widgets`. */
function storageKeyOf(name: string): string {
  const dot = name.indexOf('.');
  return `${name.slice(dot + 1)}/${name.slice(0, dot)}`;
}

interface Clash {
  readonly reason: string;
  readonly message: string;
}

/** A name of the definition that another one of the group has already. */
function findClash(cluster: Cluster, object: KubeObject): Clash | undefined {
  const wanted = namesOf(object);
  const group = groupOf(object);
  const taken = [...cluster.catalog.allDefinitions()]
    .filter((other): other is CompiledCrd => other.group === group && other.name !== object.metadata.name)
    .flatMap(({ types }) => types.slice(0, 1));
  const words = new Set(
    taken.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames]),
  );
  const kinds = new Set(taken.flatMap(({ kind, listKind }) => [kind, listKind]));
  const shortName = wanted.shortNames?.find(name => words.has(name));
  const checks: [string, string | undefined, boolean][] = [
    ['PluralConflict', wanted.plural, words.has(wanted.plural)],
    ['SingularConflict', wanted.singular, words.has(wanted.singular ?? '')],
    ['ShortNamesConflict', shortName, shortName !== undefined],
    ['KindConflict', wanted.kind, kinds.has(wanted.kind)],
    ['ListKindConflict', wanted.listKind, kinds.has(wanted.listKind ?? '')],
  ];
  const found = checks.find(([, , isTaken]) => isTaken);
  return found ? { reason: found[0], message: `${JSON.stringify(found[1])} is already in use` } : undefined;
}

function withAcceptance(object: KubeObject, clash: Clash | undefined, now: string): KubeObject {
  const known = conditionsOf(object);
  const isEstablished = known.some(({ type, status }) => type === 'Established' && status === 'True');
  const accepted = clash
    ? { type: 'NamesAccepted', status: 'False', ...clash }
    : { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' };
  const established =
    clash && !isEstablished
      ? { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' }
      : {
          type: 'Established',
          status: 'True',
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        };
  let conditions = known;
  for (const wanted of [accepted, established]) {
    const before = known.find(({ type }) => type === wanted.type);
    if (before?.status === wanted.status && before.reason === wanted.reason) continue;
    const { type, status, ...why } = wanted;
    conditions = withCondition(conditions, { type, status, lastTransitionTime: now, ...why });
  }
  const names = clash ? statusOf(object).acceptedNames : namesOf(object);
  return { ...object, status: { ...statusOf(object), acceptedNames: names, conditions } };
}

const specOf = ({ spec }: KubeObject) => spec as { readonly names: Names; readonly group: string };
const namesOf = (object: KubeObject): Names => specOf(object).names;
const groupOf = (object: KubeObject): string => specOf(object).group;
