import { SEQUENCE_GROUP, type KindName } from '@fleetstage/backstage-plugin-fleetstage-common';
import { generateCrds } from './generateCrds';

const crds = new Map(generateCrds().map(({ kind, crd }) => [kind, crd]));

interface Row {
  readonly rule: string;
  readonly kind: KindName;
  readonly plural: string;
  readonly shortName: string;
  /** As `kubectl get -o wide` heads them, before and after Age. */
  readonly columns: string;
}

const rows: Row[] = [
  {
    rule: 'E/KD-001',
    kind: 'RolloutSequence',
    plural: 'rolloutsequences',
    shortName: 'rseq',
    columns: 'Stages Channel Control-Plane Nodes Active State Age Message(w)',
  },
  {
    rule: 'E/KD-002',
    kind: 'Rollout',
    plural: 'rollouts',
    shortName: 'vro',
    columns: 'Sequence Type Version Phase Stage Stage-Phase Clusters Age Reason(w) Started(w)',
  },
  {
    rule: 'E/KD-003',
    kind: 'MaintenancePolicy',
    plural: 'maintenancepolicies',
    shortName: 'mpol',
    columns: 'Clusters Open Next Exclusions Age',
  },
  {
    rule: 'E/KD-004',
    kind: 'VersionCatalog',
    plural: 'versioncatalogs',
    shortName: 'vcat',
    columns: 'Source Channels Ready Age',
  },
  {
    rule: 'E/KD-005',
    kind: 'MemberVersion',
    plural: 'memberversions',
    shortName: 'mver',
    columns: 'Fleet Channel Control-Plane Nodes Target State Reason Age',
  },
];

describe('kinds of version sequences', () => {
  it.each(rows)('$rule $kind, E/KD-010, KD-011', ({ kind, plural, shortName, columns }) => {
    const { metadata, spec } = crds.get(kind)!;
    expect(metadata.name).toBe(`${plural}.${SEQUENCE_GROUP}`);
    expect(spec).toMatchObject({
      group: 'fleetstage.io',
      scope: 'Cluster',
      names: { kind, plural, shortNames: [shortName], categories: ['fleetstage'] },
      versions: [{ name: 'v1alpha1', served: true, storage: true, subresources: { status: {} } }],
    });
    const shown = (spec.versions[0].additionalPrinterColumns ?? []).map(
      ({ name, priority }) => `${name}${priority ? '(w)' : ''}`,
    );
    expect(shown.join(' ')).toBe(columns);
  });

  it('E/KD-010 no other kind has one of their short names, which kubectl reads without a group', () => {
    const all = [...crds.values()].flatMap(
      ({ spec }) => (spec.names.shortNames as string[] | undefined) ?? [],
    );
    expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
  });
});
