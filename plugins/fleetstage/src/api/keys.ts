import type { FleetSignal } from './LiveStore';

/** Queries by what they show; the hub comes second, `''` is the first hub. */
export type Root =
  | 'overview'
  | 'runs'
  | 'run'
  | 'gate'
  | 'approvals'
  | 'placements'
  | 'placement'
  | 'strategies'
  | 'clusters'
  | 'cluster';

export type FleetKey = readonly ['fleetstage', Root, string, ...unknown[]];

export const fleetKey = (root: Root, hub: string | undefined, ...rest: readonly unknown[]): FleetKey => [
  'fleetstage',
  root,
  hub ?? '',
  ...rest,
];

const touches: Record<string, readonly Root[]> = {
  run: ['overview', 'runs', 'run', 'gate', 'approvals', 'placement', 'placements', 'cluster'],
  placement: ['overview', 'placements', 'placement', 'run', 'gate', 'cluster'],
  cluster: ['overview', 'clusters', 'cluster', 'placement', 'run', 'gate'],
  strategy: ['strategies', 'run', 'gate'],
  approval: ['overview', 'approvals', 'run', 'runs', 'gate'],
};

/** Pages of one run or one placement, which a signal about another one leaves alone. */
const named: Record<string, Root> = { run: 'run', placement: 'placement', cluster: 'cluster' };

/** Whether what the query shows may have changed. A signal about a hub also concerns pages that name none. */
export function isTouched(key: readonly unknown[], signal: FleetSignal): boolean {
  const [, root, hub, , name] = key as FleetKey;
  if (hub !== '' && hub !== signal.hub) return false;
  if (signal.all) return true;
  return signal.subjects.some(subject => {
    if (!(touches[subject.kind] ?? []).includes(root)) return false;
    return named[subject.kind] !== root || name === undefined || baseName(subject.name) === name;
  });
}

const baseName = (name: string) => name.slice(name.lastIndexOf('/') + 1);
