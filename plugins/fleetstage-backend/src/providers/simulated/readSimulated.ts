import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { failure, ok, type Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import { formatWithV, parseVersion } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeObject } from '@fleetstage/kube-client';
import type {
  Pace,
  SimulatedCluster,
  SimulatedPart,
  SimulatedSettings,
  SimulatedState,
} from './simulatedCluster';

/** Which ConfigMaps are clusters. */
export const SIMULATED_LABEL = 'fleetstage.io/simulated-cluster';

/** The key of the provider's own state; the others are people's. */
export const STATE_KEY = 'state';

const NODE_SECONDS = 10;
const CONTROL_PLANE_NODES = 3;

type Data = Readonly<Record<string, string | undefined>>;

/** A cluster of a ConfigMap; the error names the key and what to write. State that is missing begins with `version`. */
export function readSimulated(object: KubeObject, now: Instant): Result<SimulatedCluster> {
  const { name, namespace, labels = {}, resourceVersion } = object.metadata;
  const data = (object.data ?? {}) as Data;
  const first = parseVersion(data.version ?? '');
  if (!first.ok) return failure(`version of the simulated cluster ${name}: ${first.error}`);
  const pools = readPools(data.pools ?? 'workers=3');
  if (!pools.ok) return failure(`pools of the simulated cluster ${name}: ${pools.error}`);
  const settings = readSettings(data);
  const kept = readState(data[STATE_KEY]);
  const partOf = (part: string, nodes: number, old: SimulatedPart | undefined): SimulatedPart => ({
    name: part,
    from: formatWithV(first.value),
    desired: formatWithV(first.value),
    since: now,
    ...old,
    nodes,
    // Nodes that are added come with the version of the others.
    done: old === undefined || old.done >= old.nodes ? nodes : Math.min(old.done, nodes),
  });
  return ok({
    id: `${namespace}/${name}`,
    name,
    labels,
    settings,
    state: {
      controlPlane: partOf('', toCount(data.controlPlaneNodes, CONTROL_PLANE_NODES), kept?.controlPlane),
      pools: pools.value.map(([pool, nodes]) =>
        partOf(
          pool,
          nodes,
          kept?.pools.find(one => one.name === pool),
        ),
      ),
      pace: kept?.pace ?? settings.pace,
      generation: kept?.generation ?? 1,
    },
    resourceVersion,
  });
}

export const writeState = (state: SimulatedState) => JSON.stringify(state);

function readSettings(data: Data): SimulatedSettings {
  const versions = data.versions?.split(/[\s,]+/).filter(Boolean);
  return {
    pace: readPace(data),
    ...(data.refuse && { refuse: data.refuse }),
    ...(versions?.length && { versions }),
  };
}

const readPace = (data: Data): Pace => ({
  nodeMs: toCount(data.nodeSeconds, NODE_SECONDS) * 1000,
  ...(data.stuck && { stuck: data.stuck }),
  ...(data.fail && { fail: data.fail }),
});

/** `general=3,batch=2` */
function readPools(text: string): Result<readonly (readonly [string, number])[]> {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  const pools = entries.map(entry => /^([a-z0-9][-a-z0-9]*)=(\d{1,4})$/.exec(entry));
  const wrong = pools.findIndex(match => match === null);
  if (wrong >= 0) return failure(`"${entries[wrong]}" is no pool; write e.g. general=3,batch=2`);
  return ok(pools.flatMap(match => (match === null ? [] : [[match[1], Number(match[2])] as const])));
}

const toCount = (text: string | undefined, fallback: number) =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : fallback;

/** What somebody has made unreadable counts as missing: the cluster begins again. */
function readState(text: string | undefined): SimulatedState | undefined {
  if (text === undefined) return undefined;
  try {
    const state = JSON.parse(text) as Partial<SimulatedState> | null;
    return state?.controlPlane && Array.isArray(state.pools) && state.pace
      ? (state as SimulatedState)
      : undefined;
  } catch {
    return undefined;
  }
}
