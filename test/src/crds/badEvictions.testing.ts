import { object } from './objects.testing';
import type { Input, Refused, Update } from './rows.testing';

const VERSIONS = ['v1alpha1', 'v1beta1'];
const eviction = (spec: object = {}, version = 'v1beta1', name = 'web-member-1') =>
  object(
    'ClusterResourcePlacementEviction',
    name,
    { placementName: 'web', clusterName: 'member-1', ...spec },
    version,
  );
const budget = (spec: object, version = 'v1beta1', name = 'web') =>
  object('ClusterResourcePlacementDisruptionBudget', name, spec, version);
const fields = ['maxUnavailable', 'minAvailable'];
const inEachField = <T>(make: (field: string) => T[]) => fields.flatMap(make);

/** C/EV-001…007, DB-001…009: what an eviction or a budget alone can know. */
export const goodEvictions: Input[] = [
  ...VERSIONS.map(version => ({
    name: `an eviction through ${version} of a placement that is not there (C/EV-001, EV-007)`,
    object: eviction({}, version, `evict-${version}`),
  })),
  {
    name: 'the longest names (C/EV-002, EV-003)',
    object: eviction({ placementName: 'a'.repeat(255), clusterName: 'b'.repeat(255) }),
  },
  ...VERSIONS.map(version => ({
    name: `a budget through ${version} of a placement that is not there (C/DB-001, DB-009)`,
    object: budget({ minAvailable: 1 }, version, `budget-${version}`),
  })),
  ...inEachField(field =>
    [0, 1, 999_999_999, '0%', '5%', '05%', '100%'].map(value => ({
      name: `${field} ${JSON.stringify(value)} (C/DB-002, DB-003)`,
      object: budget({ [field]: value }),
    })),
  ),
];

export const badEvictions: (Input & Refused)[] = [
  {
    name: 'an eviction of no placement (C/EV-002)',
    object: eviction({ placementName: undefined }),
    says: /spec\.placementName.*Required value/,
  },
  {
    name: 'an eviction from no cluster (C/EV-003)',
    object: eviction({ clusterName: undefined }),
    says: /spec\.clusterName.*Required value/,
  },
  {
    name: 'a name of a placement that is too long (C/EV-002)',
    object: eviction({ placementName: 'a'.repeat(256) }),
    says: /spec\.placementName.*(Too long|255)/,
  },
  {
    name: 'a name of a cluster that is too long (C/EV-003)',
    object: eviction({ clusterName: 'a'.repeat(256) }),
    says: /spec\.clusterName.*(Too long|255)/,
  },
  ...inEachField(field =>
    [-1, 1_000_000_000, '1', '101%', '005%', '-1%', '1.5%', 'half', ''].map(value => ({
      name: `${field} ${JSON.stringify(value)} (C/DB-002…004)`,
      object: budget({ [field]: value }),
      says: new RegExp(`spec\\.${field} must be a number from 0 to 999999999, or a share such as "25%"`),
    })),
  ),
  {
    name: 'both limits (C/DB-005)',
    object: budget({ maxUnavailable: 1, minAvailable: '50%' }),
    says: /maxUnavailable and minAvailable cannot both be set; remove one/,
  },
  {
    name: 'no limit (C/DB-006, GX-007)',
    object: budget({}),
    says: /one of maxUnavailable and minAvailable must be set, or every eviction would be blocked; set one/,
  },
];

export const goodEvictionChanges: Update[] = [
  {
    name: 'another limit of a budget (C/DB-007)',
    before: budget({ minAvailable: 1 }, 'v1beta1', 'edited'),
    after: budget({ maxUnavailable: '50%' }, 'v1beta1', 'edited'),
  },
];

export const badEvictionChanges: (Update & Refused)[] = VERSIONS.flatMap(version => [
  {
    name: `another placement of an eviction through ${version} (C/EV-002)`,
    before: eviction({}, version, `moved-${version}`),
    after: eviction({ placementName: 'db' }, version, `moved-${version}`),
    says: /spec\.placementName is immutable; create another eviction/,
  },
  {
    name: `another cluster of an eviction through ${version} (C/EV-003)`,
    before: eviction({}, version, `turned-${version}`),
    after: eviction({ clusterName: 'member-2' }, version, `turned-${version}`),
    says: /spec\.clusterName is immutable; create another eviction/,
  },
]);
