import type { FleetSignal, Subject } from './LiveStore';

/** Queries by what they show; the hub comes second, `''` is the first hub. */
export type Root =
  | 'hub'
  | 'overview'
  | 'removals'
  | 'runs'
  | 'run'
  | 'gate'
  | 'approvals'
  | 'placements'
  | 'placement'
  | 'strategies'
  | 'strategy'
  | 'overrides'
  | 'override'
  | 'sequences'
  | 'sequence'
  | 'versionRollouts'
  | 'versionRollout'
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
  'run': ['overview', 'runs', 'run', 'gate', 'approvals', 'placement', 'placements', 'cluster', 'strategy'],
  'placement': [
    'overview',
    'removals',
    'placements',
    'placement',
    'run',
    'gate',
    'cluster',
    'overrides',
    'override',
  ],
  'cluster': [
    'overview',
    'clusters',
    'cluster',
    'placement',
    'run',
    'gate',
    'strategy',
    'overrides',
    'override',
    'sequences',
    'sequence',
    'versionRollout',
  ],
  'override': ['overrides', 'override'],
  'strategy': ['strategies', 'strategy', 'run', 'gate'],
  'sequence': ['overview', 'sequences', 'sequence', 'versionRollouts', 'versionRollout', 'cluster'],
  'version-rollout': ['overview', 'sequences', 'sequence', 'versionRollouts', 'versionRollout', 'cluster'],
  'approval': ['overview', 'approvals', 'run', 'runs', 'gate'],
};

/** Pages of one object, which a signal about another one leaves alone. */
const named: Record<string, Root> = {
  'run': 'run',
  'placement': 'placement',
  'cluster': 'cluster',
  'sequence': 'sequence',
  'version-rollout': 'versionRollout',
};

/** Whether what the query shows may have changed. A signal about a hub also concerns pages that name none. */
export function isTouched(key: readonly unknown[], signal: FleetSignal): boolean {
  const [, root, hub, , name] = key as FleetKey;
  if (hub !== '' && hub !== signal.hub) return false;
  if (signal.all) return true;
  return signal.subjects.some(subject => {
    if (!(touches[subject.kind] ?? []).includes(root)) return false;
    return named[subject.kind] !== root || name === undefined || isAbout(key as FleetKey, subject);
  });
}

/** Placements, and runs, of one name are distinguished by their namespaces; keys are `scope, name` or `list, name, scope`. */
function isAbout(key: FleetKey, subject: Subject): boolean {
  if (baseName(subject.name) !== key[4]) return false;
  return subject.kind === 'cluster' || scopeName(subject.name) === scopeOf(key);
}

/** The scope of a page. */
const scopeOf = ([, , , first, , third]: FleetKey) => (first === 'list' ? third : first);

/** What a run's page shows beside the run itself. */
export interface RunParts {
  readonly placement: string;
  readonly strategy: string;
  readonly clusters: ReadonlySet<string>;
}

/**
 * Ids of the signal's subjects that the queries show, so that a reader may be notified of them: fewer than those that are worth
 * a request, which finds out. `partsOf` gives what is known of the run of a query.
 */
export function shownSubjects(
  keys: readonly (readonly unknown[])[],
  signal: FleetSignal,
  partsOf: (key: readonly unknown[]) => RunParts | undefined,
): readonly string[] {
  const { hub, subjects } = signal;
  if (signal.all) return keys.some(key => isTouched(key, signal)) ? [hub] : [];
  const pages = keys.map(key => ({ key, parts: partsOf(key) }));
  const isShown = (subject: Subject) =>
    pages.some(
      ({ key, parts }) => isTouched(key, { hub, subjects: [subject] }) && isOnPage(key, subject, parts),
    );
  return subjects.filter(isShown).map(({ kind, name }) => `${hub}/${kind}/${name}`);
}

function isOnPage(key: readonly unknown[], { kind, name }: Subject, parts: RunParts | undefined): boolean {
  const [, root, , , ofPage] = key as FleetKey;
  if (root === 'placement' || root === 'cluster') return kind === root;
  if (root !== 'run' && root !== 'gate') return true;
  if (kind === 'cluster') return parts?.clusters.has(name) ?? false;
  // All that a run names is in its namespace.
  if (scopeName(name) !== scopeOf(key as FleetKey)) return false;
  if (kind === 'run') return baseName(name) === ofPage;
  if (kind === 'approval') return baseName(name).startsWith(`${String(ofPage)}-`);
  return baseName(name) === (kind === 'placement' ? parts?.placement : parts?.strategy);
}

/** `_` for what is cluster-scoped. */
const scopeName = (name: string) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '_');

const baseName = (name: string) => name.slice(name.lastIndexOf('/') + 1);
