import { instant, isTrue, type ApprovalRequestSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  placementStateOf,
  viewSuggestion,
  viewWhy,
  type PlacementState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { UserError } from 'fleetstage';
import { askedOf, noMoreWords, type Act, type Result } from '../command';
import { wordsOf } from '../hub/address';
import { APPROVALS, PLACEMENTS, resourceOf, siblingOf } from '../hub/families';
import { conditionsOf, type Address, type Hub } from '../hub/Hub';
import { sayRun } from '../runs/loadRun';
import { clusterLine, clusterTrouble, wholeLines, type ClusterLine } from './sayStatus';
import { listBindings, listMembers, listRuns, loadPlacement, type ShownPlacement } from './loadPlacement';

/** Says what holds a placement, or what a cluster of it has to do with it: from what the hub shows, nothing is written. */
export async function why(act: Act): Promise<Result> {
  const { address, rest } = askedOf(act, PLACEMENTS);
  const [cluster, ...more] = rest;
  noMoreWords(more);
  const placement = await loadPlacement(act.hub, address);
  return cluster === undefined ? whyPlacement(act, placement) : whyCluster(act, placement, cluster);
}

async function whyPlacement({ hub }: Act, placement: ShownPlacement): Promise<Result> {
  const { key, address, object } = placement;
  const { placementStatuses = [] } = object.status ?? {};
  const conditions = wholeLines(object);
  const clusters = placementStatuses.flatMap(one => (one.clusterName ? [clusterLine(one)] : []));
  const runs = await runLines(hub, address);
  const evictions = address.namespace === undefined ? await evictionLines(hub, address.name) : [];
  const text = [
    `placement "${key}"`,
    ...conditions.map(line => `  ${line}`),
    ...titled('clusters', clusters.map(sayCluster)),
    ...titled('runs', runs),
    ...titled('evictions', evictions),
  ];
  return { text: text.join('\n'), data: { placement: key, conditions, clusters, runs, evictions } };
}

const titled = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [title, ...lines.map(line => `  ${line}`)];

const sayCluster = ({ cluster, state, message, snapshot }: ClusterLine) =>
  `${cluster}  ${state}${snapshot === undefined ? '' : `, snapshot ${snapshot}`}${message ? `: ${message}` : ''}`;

/** Of runs that go on, with the approvals that they wait for. */
async function runLines(hub: Hub, address: Address): Promise<string[]> {
  const active = (await listRuns(hub, address)).filter(({ outcome }) => outcome === undefined);
  if (active.length === 0) return [];
  const { namespace } = address;
  const scope = { ...(namespace !== undefined && { namespace }) };
  const requests = await hub.listServed(siblingOf(APPROVALS, namespace), scope);
  return active.flatMap(run => {
    const open = requests.filter(
      one =>
        (one.spec as unknown as ApprovalRequestSpec).parentStageRollout === run.address.name &&
        !isTrue(conditionsOf(one), 'Approved', one.metadata.generation ?? 1),
    );
    return [
      `${run.key}: ${sayRun(run)}`,
      ...open.map(({ metadata }) => `  approve with: kubectl fleet approve ${wordsOf(metadata)}`),
    ];
  });
}

/** Those that are not decided, or had no effect. */
async function evictionLines(hub: Hub, placement: string): Promise<string[]> {
  const all = await hub.listServed(resourceOf('ClusterResourcePlacementEviction'));
  return all.flatMap(object => {
    const { placementName, clusterName } = object.spec as unknown as Record<string, string>;
    const conditions = conditionsOf(object);
    if (
      placementName !== placement ||
      conditions.some(one => one.type === 'Executed' && one.status === 'True')
    )
      return [];
    const { message = 'not decided yet' } = conditions.find(({ status }) => status === 'False') ?? {};
    return [`${object.metadata.name} from ${clusterName}: ${message}`];
  });
}

async function whyCluster({ hub }: Act, placement: ShownPlacement, cluster: string): Promise<Result> {
  const { key, address, object } = placement;
  const [members, bindings] = await Promise.all([listMembers(hub), listBindings(hub, address)]);
  const now = instant(Date.now());
  const state = placementStateOf({ placement: object, members, bindings }, now);
  const decided = viewWhy(state, cluster, now);
  if (decided === undefined)
    throw new UserError(
      `cluster "${cluster}" is not in the fleet, and placement "${key}" does not name it; see kubectl get memberclusters`,
    );
  const shown = object.status?.placementStatuses?.find(({ clusterName }) => clusterName === cluster);
  const trouble = shown ? clusterTrouble(shown) : [];
  const ways = decided.isPicked ? [] : waysOf(state, cluster);
  const filters = decided.filters.flatMap(({ filter, outcome, message, seen, wanted }) =>
    outcome === 'refused' ? [`${filter}: ${message ?? `is ${seen}, and should be ${wanted}`}`] : [],
  );
  const text = [
    `placement "${key}" and cluster "${cluster}": ${decided.isPicked ? 'picked' : 'not picked'}. ${decided.reason}`,
    ...filters.map(line => `  ${line}`),
    ...(decided.rank !== undefined
      ? [`  rank ${decided.rank} of ${decided.of}, ${decided.wanted} wanted`]
      : []),
    ...titled(
      'on the cluster',
      shown ? [sayCluster(clusterLine(shown)), ...trouble.map(line => `  ${line}`)] : [],
    ),
    ...titled('what would have it picked', ways),
  ];
  const { isPicked, cause, reason, rank, of, wanted } = decided;
  return {
    text: text.join('\n'),
    data: {
      ...{ placement: key, cluster, isPicked, cause, reason, rank, of, wanted, filters, ways, trouble },
      ...(shown && { status: clusterLine(shown) }),
    },
  };
}

function waysOf(state: PlacementState, cluster: string): string[] {
  const { ways, message } = viewSuggestion(state, cluster, instant(Date.now()));
  return ways.length === 0 ? [message] : ways.map(({ text }) => text);
}
