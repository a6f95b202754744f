import type { KubeObject } from '@fleetstage/kube-client';

const NAMESPACE = 'simulated-clusters';
const FIRST_VERSION = 'v1.33.4';
/** From one node to the next: a control plane takes half a minute, and so do the nodes. */
const NODE_SECONDS = 10;

/** When `versions.yaml` was written: its dates are as far from today as they were from then. */
const WRITTEN_ON = Date.UTC(2026, 10, 27);
const DAY_MS = 86_400_000;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** A cluster for each member of the embedded fleet, of the name of its MemberCluster: what there is to upgrade. */
export function simulatedClusters(count: number): KubeObject[] {
  const names = Array.from({ length: count }, (_, index) => `member-${index + 1}`);
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    ...names.map(name => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: NAMESPACE, labels: { 'fleetstage.io/simulated-cluster': 'true' } },
      data: { version: FIRST_VERSION, pools: 'workers=3', nodeSeconds: String(NODE_SECONDS) },
    })),
  ];
}

/** Ends of support and exclusions stay ahead, whenever the demo is started. */
export function toPresentDates(object: KubeObject, now: Date): KubeObject {
  const shiftMs = Math.floor((now.getTime() - WRITTEN_ON) / DAY_MS) * DAY_MS;
  const shifted = (value: unknown): unknown => {
    if (typeof value === 'string')
      return MOMENT.test(value)
        ? new Date(Date.parse(value) + shiftMs).toISOString().replace('.000Z', 'Z')
        : value;
    if (Array.isArray(value)) return value.map(shifted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shifted(one)]));
  };
  return shifted(object) as KubeObject;
}
