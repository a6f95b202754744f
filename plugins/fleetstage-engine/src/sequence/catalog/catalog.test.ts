import { fromRfc3339, type VersionCatalogSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { formatVersion } from '../versions/version';
import { aVersion } from '../versions/version.testing';
import { aCatalog, aChannelOf, someTargets } from './catalog.testing';
import { designate, nextAvailableAt, type DesignationQuestion } from './designate';
import { designatedVersions } from './designatedVersions';
import { judgePath } from './judgePath';
import { resolveCatalog, type ClassFacts } from './resolveCatalog';
import { sequenceChannel } from './sequenceChannel';
import { showChannels } from './showChannels';
import { endOfSupportOf, isBehindSupport } from './support';

const NOW = fromRfc3339('2026-06-01T00:00:00Z')!;
const ask = (current: string, more: Partial<DesignationQuestion> = {}): DesignationQuestion => ({
  current: aVersion(current),
  upgradeType: 'ControlPlane',
  now: NOW,
  ...more,
});

describe('designate (D/RS-009, E/VC-002)', () => {
  it.each([
    {
      rule: 'of the minor (S65)',
      paths: ['1.29 → 1.30.14-gke.1150000'],
      current: '1.29.3-gke.5',
      to: '1.30.14-gke.1150000',
    },
    { rule: 'nothing for another minor', paths: ['1.29 → 1.30.14'], current: '1.28.3', to: undefined },
    {
      rule: 'the highest of several',
      paths: ['1.29 → 1.29.9', '1.29 → 1.30.14', '1.29 → 1.30.2'],
      current: '1.29.3',
      to: '1.30.14',
    },
    {
      rule: 'the longest from',
      paths: ['1.29 → 1.30.14', '1.29.3 → 1.29.7'],
      current: 'v1.29.3',
      to: '1.29.7',
    },
    {
      rule: 'the longest from, and there the highest',
      paths: ['1.29.3 → 1.29.7', '1.29.3 → 1.29.8'],
      current: '1.29.3',
      to: '1.29.8',
    },
    {
      rule: 'a full from is for that version only',
      paths: ['1.29 → 1.30.14', '1.29.3 → 1.29.7'],
      current: '1.29.4',
      to: '1.30.14',
    },
    { rule: 'it may be there already', paths: ['1.30 → 1.30.14'], current: '1.30.14', to: '1.30.14' },
  ])('$rule', ({ paths, current, to }) => {
    const found = designate(aChannelOf(...paths), ask(current));
    expect(found && formatVersion(found)).toBe(to);
  });

  it.each([
    { rule: 'before it is available, the other counts', now: '2026-06-30T23:59:59Z', to: '1.29.9' },
    { rule: 'from that moment', now: '2026-07-01T00:00:00Z', to: '1.30.14' },
  ])('availableFrom: $rule', ({ now, to }) => {
    const catalog = aCatalog({
      channels: [
        {
          name: 'Regular',
          targets: [
            { from: '1.29', to: '1.29.9' },
            { from: '1.29.3', to: '1.30.14', availableFrom: '2026-07-01T00:00:00Z' },
          ],
        },
      ],
    });
    const found = designate(catalog.channels[0], ask('1.29.3', { now: fromRfc3339(now)! }));
    expect(found && formatVersion(found)).toBe(to);
    expect(nextAvailableAt(catalog, NOW)).toBe(fromRfc3339('2026-07-01T00:00:00Z'));
    expect(nextAvailableAt(catalog, fromRfc3339('2026-07-01T00:00:00Z')!)).toBeUndefined();
  });

  it('distinguishes upgrade types', () => {
    const [channel] = aCatalog({
      channels: [
        {
          name: 'Regular',
          targets: [
            { from: '1.29', to: '1.30.14', upgradeTypes: ['ControlPlane'] },
            { from: '1.29', to: '1.29.9', upgradeTypes: ['Node'] },
          ],
        },
      ],
    }).channels;
    expect(formatVersion(designate(channel, ask('1.29.3'))!)).toBe('1.30.14');
    expect(formatVersion(designate(channel, ask('1.29.3', { upgradeType: 'Node' }))!)).toBe('1.29.9');
  });

  it.each([
    { upgradeTypes: undefined, to: '1.30.14' },
    { upgradeTypes: ['ControlPlanePatch' as const, 'NodeMinor' as const], to: '1.29.9' },
    { upgradeTypes: [], to: undefined },
  ])('of the kinds that the sequence starts, $upgradeTypes: $to (E/RS-010)', ({ upgradeTypes, to }) => {
    const found = designate(aChannelOf('1.29 → 1.29.9', '1.29 → 1.30.14'), ask('1.29.3', { upgradeTypes }));
    expect(found && formatVersion(found)).toBe(to);
  });
});

describe('catalogs of a ClusterClass (E/VC-003, D/CAPI-003)', () => {
  const spec = (advance?: 'LatestPatch' | 'NextMinor'): VersionCatalogSpec => ({
    clusterClass: { provider: 'capi', namespace: 'default', name: 'quick', ...(advance && { advance }) },
  });
  const facts = (...versions: string[]): ClassFacts => ({ kind: 'Found', versions });

  it.each([
    {
      rule: 'the newest patch by default',
      advance: undefined,
      versions: ['v1.30.4', 'v1.30.9', 'v1.31.2'],
      paths: ['1.30 → 1.30.9', '1.31 → 1.31.2'],
    },
    {
      rule: 'the next minor, its newest patch; the last minor gets patches',
      advance: 'NextMinor' as const,
      versions: ['v1.30.4', 'v1.31.0', 'v1.31.2'],
      paths: ['1.29 → 1.30.4', '1.30 → 1.31.2', '1.31 → 1.31.2'],
    },
    {
      rule: 'never two minors at once',
      advance: 'NextMinor' as const,
      versions: ['v1.30.4', 'v1.32.0'],
      paths: ['1.29 → 1.30.4', '1.30 → 1.30.4', '1.32 → 1.32.0'],
    },
  ])('$rule', ({ advance, versions, paths }) => {
    const catalog = aCatalog(spec(advance), facts(...versions));
    expect(catalog.source).toBe('ClusterClass');
    expect(showChannels(catalog)).toEqual([{ name: 'Default', targets: someTargets(...paths) }]);
  });

  it.each([
    { facts: undefined, reason: 'ClusterClassNotFound', message: /ClusterClass default\/quick is not there/ },
    {
      facts: { kind: 'NotFound' } as const,
      reason: 'ClusterClassNotFound',
      message: /correct namespace or name/,
    },
    {
      facts: facts(),
      reason: 'ClusterClassHasNoVersions',
      message: /list versions in its spec.kubernetesVersions/,
    },
    { facts: facts('v1.30'), reason: 'InvalidTarget', message: /"v1.30" is not a version with a patch/ },
  ])('$reason (E/VC-006)', ({ facts: known, reason, message }) => {
    const resolved = resolveCatalog(spec(), known);
    expect(resolved).toMatchObject({ ok: false, error: { reason } });
    expect(resolved.ok ? '' : resolved.error.issues[0].message).toMatch(message);
  });
});

describe('resolveCatalog', () => {
  const regular = (
    ...targets: NonNullable<NonNullable<VersionCatalogSpec['channels']>[number]['targets']>
  ) => ({
    channels: [{ name: 'Regular', targets }],
  });

  it.each<{ id: string; spec: VersionCatalogSpec; codes: string[] }>([
    {
      id: 'E/VC-002',
      spec: regular({ from: '1.29', to: '1.30' }),
      codes: ['VERSION_INCOMPLETE spec.channels[0].targets[0].to'],
    },
    {
      id: 'E/VC-002',
      spec: regular({ from: '1', to: '1.30.1' }),
      codes: ['InvalidTarget spec.channels[0].targets[0].from'],
    },
    {
      id: 'E/VC-006',
      spec: regular({ from: '1.31', to: '1.30.1' }, { from: '1.30.9', to: '1.30.8' }),
      codes: ['InvalidTarget spec.channels[0].targets[0].to', 'InvalidTarget spec.channels[0].targets[1].to'],
    },
    {
      id: 'E/VC-002',
      spec: regular({ from: '1.30', to: '1.30.1' }, { from: '1.30', to: '1.30.2', availableFrom: 'soon' }),
      codes: ['InvalidTarget spec.channels[0].targets[1].availableFrom'],
    },
    {
      id: 'E/VC-001',
      spec: { channels: [{ name: 'Regular' }, { name: 'Regular' }] },
      codes: ['CHANNEL_DUPLICATE spec.channels[1].name'],
    },
    { id: 'E/VC-001', spec: {}, codes: ['CATALOG_SOURCE spec'] },
    {
      id: 'E/VC-004',
      spec: {
        channels: [{ name: 'Regular' }],
        minors: [{ minor: '1.30.1' }, { minor: '1.31', endOfSupport: 'never' }],
      },
      codes: ['InvalidTarget spec.minors[0].minor', 'InvalidTarget spec.minors[1].endOfSupport'],
    },
  ])('$codes ($id)', ({ spec, codes }) => {
    const resolved = resolveCatalog(spec);
    expect(resolved.ok ? [] : resolved.error.issues.map(({ code, path }) => `${code} ${path}`)).toEqual(
      codes,
    );
  });

  it('shows its channels in the status as they are (E/VC-006)', () => {
    const spec: VersionCatalogSpec = {
      channels: [
        {
          name: 'Regular',
          targets: [
            { from: '1.29', to: '1.30.14', availableFrom: '2026-07-01T00:00:00Z', upgradeTypes: ['Node'] },
            { from: '1.29.3', to: '1.29.7' },
          ],
        },
        { name: 'Stable', targets: [] },
      ],
    };
    expect(showChannels(aCatalog(spec))).toEqual(spec.channels);
  });
});

describe('the channel of a sequence (D/VS-002, E/RS-012, RS-031)', () => {
  const catalog = aCatalog({ channels: [{ name: 'Rapid' }, { name: 'Regular' }, { name: 'Stable' }] });
  const found = (set: string | undefined, ...ofClusters: (string | undefined)[]) => {
    const result = sequenceChannel(catalog, { ...(set && { set }), ofClusters });
    return result.ok
      ? `${result.value.source} ${result.value.channel.name} of ${result.value.present.join('+')}`
      : result.error;
  };

  it.each([
    {
      rule: 'the most conservative one (D/TS-016, S136, E/EX-004)',
      set: undefined,
      clusters: ['Regular', 'Stable'],
      is: 'Computed Stable of Regular+Stable',
    },
    { rule: 'the only one', set: undefined, clusters: ['Rapid', 'Rapid'], is: 'Computed Rapid of Rapid' },
    {
      rule: 'without a label: the last of the catalogue (E/FL-003)',
      set: undefined,
      clusters: ['Rapid', undefined],
      is: 'Computed Stable of Rapid+Stable',
    },
    { rule: 'without clusters: the last', set: undefined, clusters: [], is: 'Computed Stable of ' },
    { rule: 'set', set: 'Regular', clusters: ['Stable', undefined], is: 'Set Regular of Regular+Stable' },
    {
      rule: 'names that the catalogue does not have',
      set: undefined,
      clusters: ['Canary', 'Rapid'],
      is: 'Computed Rapid of Rapid',
    },
  ])('$rule', ({ set, clusters, is }) => {
    expect(found(set, ...clusters)).toBe(is);
  });

  it('ChannelNotFound names those that are there (E/RC-001)', () => {
    expect(found('Fast')).toMatch(
      /"Fast" is not in the version catalog, which has Rapid, Regular, Stable; correct spec.channel/,
    );
  });

  it('lists unknown names', () => {
    expect(sequenceChannel(catalog, { ofClusters: ['b', 'a', 'b', 'Rapid'] })).toMatchObject({
      value: { unknown: ['a', 'b'] },
    });
  });
});

describe('the path of a cluster (D/EL-008)', () => {
  const inForce = (source: 'Set' | 'Computed', ...paths: string[]) => ({
    channel: aChannelOf(...paths),
    source,
    present: [],
    unknown: [],
  });
  const judge = ({
    source = 'Computed',
    paths,
    current,
    target,
    own = 'Regular',
    trigger = 'System',
  }: {
    source?: 'Set' | 'Computed';
    paths: string[];
    current: string;
    target: string;
    own?: string;
    trigger?: 'System' | 'User';
  }) =>
    judgePath(inForce(source, ...paths), {
      ...ask(current),
      target: aVersion(target),
      own,
      trigger,
    });

  it.each([
    { rule: 'designated', paths: ['1.29 → 1.30.14'], current: '1.29.3', target: '1.30.14' },
    {
      rule: 'a newer one has replaced it (D/RO-040)',
      paths: ['1.31 → 1.31.13'],
      current: '1.31.2',
      target: '1.31.12',
    },
    {
      rule: 'by a user (D/VS-005)',
      paths: [],
      current: '1.29.3',
      target: '1.30.1',
      trigger: 'User' as const,
    },
    {
      rule: 'of a faster channel, computed (S136)',
      paths: ['1.29 → 1.30.14'],
      current: '1.29.3',
      target: '1.30.14',
      own: 'Rapid',
    },
  ])('$rule', question => {
    expect(judge(question)).toEqual({ ok: true });
  });

  it.each([
    {
      rule: 'another channel than the sequence has (E/RS-012)',
      question: {
        source: 'Set' as const,
        paths: ['1.29 → 1.30.14'],
        current: '1.29.3',
        target: '1.30.14',
        own: 'Stable',
      },
      message:
        /It runs 1\.29\.3, the target is 1\.30\.14 of channel Regular, and the cluster is in channel Stable; change its label/,
    },
    {
      rule: 'its path ends at a patch',
      question: { paths: ['1.30 → 1.30.9', '1.31 → 1.31.2'], current: '1.30.1', target: '1.31.2' },
      message: /designates only 1\.30\.9 for it; add a target from 1\.30/,
    },
    {
      rule: 'taken out of the catalogue',
      question: { paths: [], current: '1.30.1', target: '1.31.2' },
      message:
        /designates no version for it; add a target from 1\.30 to the version catalog, or upgrade it by hand/,
    },
  ])('$rule', ({ question, message }) => {
    const verdict = judge(question);
    expect(verdict).toMatchObject({ ok: false, reason: 'ChannelMismatch' });
    expect(verdict.ok ? '' : verdict.message).toMatch(message);
  });
});

describe('designatedVersions (D/RO-001, E/VC-007)', () => {
  const clusters = [
    { name: 'b', controlPlane: aVersion('1.29.3'), nodePools: [aVersion('1.29.3'), aVersion('1.29.1')] },
    { name: 'a', controlPlane: aVersion('1.29.9'), nodePools: [] },
    { name: 'c', controlPlane: aVersion('1.30.14'), nodePools: [aVersion('1.29.3')] },
    { name: 'unknown', nodePools: [] },
  ];
  const shown = (paths: string[], target?: string) =>
    designatedVersions({
      channel: aChannelOf(...paths),
      clusters,
      now: NOW,
      ...(target && { target: aVersion(target) }),
    }).map(one => `${one.upgradeType} ${formatVersion(one.version)} ${one.source} ${one.clusters.join()}`);

  it('lists versions by type, with the clusters below them', () => {
    expect(shown(['1.29 → 1.30.14', '1.30 → 1.30.14'])).toEqual([
      'ControlPlane 1.30.14 Catalog a,b',
      'Node 1.30.14 Catalog b,c',
    ]);
  });

  it('upgrading by hand designates nothing (D/VS-004, D/TS-017)', () => {
    expect(shown([])).toEqual([]);
  });

  it('has spec.target beside them, the highest first (E/RS-013, D/VS-005)', () => {
    expect(shown(['1.29 → 1.29.9'], '1.30.1')).toEqual([
      'ControlPlane 1.30.1 User a,b',
      'ControlPlane 1.29.9 Catalog b',
      'Node 1.30.1 User b,c',
      'Node 1.29.9 Catalog b,c',
    ]);
  });
});

describe('support (E/VC-004, D/MW-006)', () => {
  const catalog = aCatalog({
    channels: [{ name: 'Regular' }],
    minors: [{ minor: 'v1.29', endOfSupport: '2026-08-30T00:00:00Z' }, { minor: '1.30' }],
  });

  it.each([
    { version: '1.29.3', now: '2026-05-31T23:59:59Z', behind: false },
    { version: '1.29.3', now: '2026-06-01T00:00:00Z', behind: true },
    { version: '1.29.3', now: '2027-06-01T00:00:00Z', behind: true },
    { version: '1.30.3', now: '2027-06-01T00:00:00Z', behind: false },
    { version: '1.28.3', now: '2027-06-01T00:00:00Z', behind: false },
  ])('$version at $now is behind, or 90 days from it: $behind', ({ version, now, behind }) => {
    expect(isBehindSupport(catalog, aVersion(version), fromRfc3339(now)!)).toBe(behind);
  });

  it('knows when it ends', () => {
    expect(endOfSupportOf(catalog, aVersion('1.29.14'))).toBe(fromRfc3339('2026-08-30T00:00:00Z'));
    expect(endOfSupportOf(catalog, aVersion('1.30.14'))).toBeUndefined();
  });
});
