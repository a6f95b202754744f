import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { quote } from '../kubectl';
import type { Change, ClusterChange } from './change';

type Taint = Schemas['Taint'];

interface Subject {
  readonly scope: string;
  readonly name: string;
}

/**
 * The change as commands that make it; what no command can do is a comment there. `taintsOf` returns the taints that a
 * cluster has now, where they could be read: a list is replaced as a whole.
 */
export function changeCommands(
  { scope, name }: Subject,
  { policy, clusters = [] }: Change,
  taintsOf: (cluster: string) => readonly Taint[] | undefined,
): string {
  const kind = scope === '_' ? 'clusterresourceplacements' : `resourceplacements -n ${scope}`;
  const patch =
    policy === null
      ? [{ op: 'remove', path: '/spec/policy' }]
      : [{ op: 'add', path: '/spec/policy', value: policy }];
  return [
    ...(policy === undefined
      ? []
      : [`kubectl patch ${kind} ${name} --type=json -p ${quote(JSON.stringify(patch))}`]),
    ...clusters.flatMap(change => clusterCommands(change, taintsOf(change.cluster))),
  ].join('\n');
}

function clusterCommands(change: ClusterChange, taints: readonly Taint[] | undefined): string[] {
  const { cluster } = change;
  if (change.change === 'remove') return [`kubectl delete membercluster ${cluster}`];
  const joins = change.change === 'add' ? [`# ${cluster} has to join the fleet first`] : [];
  const labels = Object.entries(change.labels ?? {}).map(([key, value]) =>
    value === null ? `${key}-` : `${key}=${quoteValue(value)}`,
  );
  const properties = Object.entries(change.properties ?? {}).map(
    ([key, value]) => `# ${cluster} itself has to report ${key} = ${value ?? 'nothing'}`,
  );
  const namespaces = (change.addNamespaces ?? []).map(
    one => `kubectl --context ${cluster} create namespace ${one}`,
  );
  return [
    ...joins,
    ...(labels.length === 0
      ? []
      : [`kubectl label membercluster ${cluster} --overwrite ${labels.join(' ')}`]),
    ...taintCommand(change, taints),
    ...namespaces,
    ...properties,
  ];
}

const quoteValue = (value: string) => (/^[\w.-]*$/.test(value) ? value : quote(value));

function taintCommand(
  { cluster, removeTaints = [], addTaints = [] }: ClusterChange,
  taints: readonly Taint[] | undefined,
): string[] {
  if (removeTaints.length + addTaints.length === 0) return [];
  if (taints === undefined) return [`# the taints of ${cluster} could not be read: change them by hand`];
  const kept = taints.filter(taint => !removeTaints.some(match => isMeant(taint, match)));
  const patch = { spec: { taints: [...kept, ...addTaints] } };
  return [`kubectl patch membercluster ${cluster} --type=merge -p ${quote(JSON.stringify(patch))}`];
}

const isMeant = (taint: Taint, match: { key: string; value?: string; effect?: string }) =>
  taint.key === match.key &&
  (match.value === undefined || match.value === (taint.value ?? '')) &&
  (match.effect === undefined || match.effect === taint.effect);
