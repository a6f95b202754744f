import { mutateValue } from '../fuzz/mutate';
import type { Random } from '../fuzz/random';
import { admissionRows } from './admissionRows.testing';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: object;
  readonly spec: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

const FUZZED = new Set([
  ...['ClusterResourcePlacement', 'ResourcePlacement', 'MemberCluster'],
  ...['RolloutSequence', 'Rollout', 'VersionCatalog', 'MaintenancePolicy'],
]);

const isFuzzed = ({ object }: { object: object }) => FUZZED.has((object as Manifest).kind);
const good = admissionRows.accepted.filter(isFuzzed).map(({ object }) => object as Manifest);
const bad = admissionRows.refused.filter(isFuzzed).map(({ object }) => object as Manifest);

/** What fields of these kinds hold, and what they nearly hold. */
const WORDS: readonly unknown[] = [
  ...[
    'PickAll',
    'PickN',
    'PickFixed',
    'RollingUpdate',
    'External',
    'ServerSideApply',
    'ReportDiff',
    'Mirror',
  ],
  ...['In', 'NotIn', 'Exists', 'DoesNotExist', 'Equal', 'Gt', 'Le', 'Eq', 'Ne', 'Ascending', 'NoSchedule'],
  ...['DoNotSchedule', 'ScheduleAnyway', 'NamespaceOnly', 'NamespaceWithResourceSelectors', 'Namespace'],
  ...[
    'NamespaceAccessible',
    'ClusterScopeOnly',
    'v1',
    'apps',
    '',
    'a',
    'member-1',
    'Member_1',
    'a.b',
    'a..b/c',
  ],
  ...['1', '1000m', '1Ki', '0.1', '-1', '1e3', 'abc', '25%', '100%', '0%', '101%', '00'],
  ...['kubernetes-fleet.io/node-count', 'resources.kubernetes-fleet.io/available-cpu', 'example.com/'],
  ...['resources.kubernetes-fleet.io/cpu', 'a/b/c', 'a'.repeat(63), 'a'.repeat(64), 'é'],
  ...['ControlPlane', 'NodeMinor', 'ForceSoak', 'Skip', 'Pause', 'Cancel', 'NoMinorUpgrades', 'User'],
  ...['72h', '720h', '721h', '1.5h', '3d', '30m', '1.30.14', 'v1.31.0-gke.1', '1.30', 'prod', 'production'],
  ...['FREQ=DAILY', 'FREQ=WEEKLY;INTERVAL=2', 'BYDAY=MO;BYDAY=TU', '19:00', '24:00', '2026-12-03'],
  ...['2026-12-03T00:00:00Z', '2026-12-03T00:00:00.5+01:00', '2026-02-30T00:00:00Z', 'UTC'],
  ...[0, 1, -1, 10, 100, 101, 600, 1001, 2 ** 31, 1.5, true, false, null],
  ...[[], {}, [''], ['a', 'a'], [{}], { matchLabels: { a: 'b' } }, { matchLabels: { 'a b': 'c' } }],
];

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A placement, a member or a part of version sequences with a few changes that resemble mistakes, and sometimes with a wild one. */
export function drawManifest(random: Random): Manifest {
  const seed = random.pick(random.chance(0.75) ? good : bad);
  let spec = random.chance(0.4) ? crossed(seed, random) : seed.spec;
  const changes = random.below(3);
  for (let i = 0; i < changes; i += 1) spec = changed(spec, random) as Fields;
  return { ...seed, spec: isFields(spec) && random.chance(0.1) ? wild(spec, random) : spec };
}

/** Takes a part of another manifest of the kind. */
function crossed({ kind, spec }: Manifest, random: Random): Fields {
  const other = random.pick([...good, ...bad].filter(each => each.kind === kind)).spec;
  const part = random.pick(Object.keys(other));
  return { ...spec, [part]: mixed(spec[part], other[part], random) };
}

const mixed = (own: unknown, other: unknown, random: Random) =>
  isFields(own) && isFields(other) && random.chance(0.7) ? { ...own, ...other } : other;

/** One value somewhere is replaced, left out, or repeated. */
function changed(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.9)) {
    const at = random.below(value.length);
    if (random.chance(0.15)) return [...value, value[at]];
    return value.map((item, i) => (i === at ? changed(item, random) : item));
  }
  const keys = isFields(value) ? Object.keys(value) : [];
  if (!isFields(value) || keys.length === 0 || random.chance(0.05)) return random.pick(WORDS);
  const key = random.pick(keys);
  if (random.chance(0.15)) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  return { ...value, [key]: changed(value[key], random) };
}

/** Anything at all, anywhere; the server must still say where. */
function wild(spec: Fields, random: Random): Fields {
  const key = random.pick([...Object.keys(spec), 'unknown']);
  return { ...spec, [key]: mutateValue(spec[key], random) };
}
