import Block from '@mui/icons-material/Block';
import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { apiVersionOf } from '@fleetstage/backstage-plugin-fleetstage-common';
import { patchCommand } from '../clusters/edit';
import type { StatusLook } from '../status/words';
import { toYaml } from '../yaml';

const KIND = 'ClusterResourcePlacementEviction';

export type EvictionState = Schemas['Eviction']['state'];
type Taint = Schemas['Taint'];

const looks: Record<EvictionState, Omit<StatusLook, 'label'>> = {
  waiting: { icon: HourglassEmpty, tone: 'info', isEnd: false },
  executed: { icon: CheckCircle, tone: 'success', isEnd: true },
  blocked: { icon: Block, tone: 'warning', isEnd: true },
  invalid: { icon: Cancel, tone: 'neutral', isEnd: true },
};

export const evictionLook = (state: EvictionState) => looks[state];

const isSameTaint = (a: Taint, b: Taint) => a.key === b.key && a.effect === b.effect;

/** Taints of a cluster with this one; as they are where it is there. */
export const withTaint = (taints: readonly Taint[], taint: Taint): readonly Taint[] =>
  taints.some(one => isSameTaint(one, taint)) ? taints : [...taints, taint];

export interface EvictPlan {
  readonly placement: string;
  readonly cluster: string;
  /** All taints as they are to be; absent: they stay. */
  readonly taints?: readonly Taint[];
}

/** The same with kubectl, which takes a name of its own each time. */
export function evictCommand({ placement, cluster, taints }: EvictPlan): string {
  const object = toYaml({
    apiVersion: apiVersionOf(KIND),
    kind: KIND,
    metadata: { generateName: `${placement}-` },
    spec: { placementName: placement, clusterName: cluster },
  });
  const create = `kubectl create -f - <<'EOF'\n${object}EOF`;
  return taints === undefined
    ? create
    : `${patchCommand(cluster, {}, { taints: taints.map(one => ({ ...one })) })}\n${create}`;
}
