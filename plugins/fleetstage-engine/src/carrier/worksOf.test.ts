import { annotationKeys, labelKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { carried, configMap, envelope } from './fixtures.testing';
import { worksOf } from './worksOf';

const names = (works: ReturnType<typeof worksOf>) => works.map(({ work }) => work.metadata.name);
const namesIn = ({ work }: ReturnType<typeof worksOf>[number]) =>
  (work.spec.workload?.manifests ?? []).map(({ metadata }) => metadata.name);

const NO_LIST = '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b';
const big = (name: string) => configMap(name, { text: 'x'.repeat(700) });

describe('works of a binding', () => {
  it.each([
    ['B/WG-031: a ClusterResourcePlacement', 'web', [configMap('a')], ['web-work']],
    ['B/WG-030: a ResourcePlacement', 'web/front', [configMap('a')], ['web.front-work']],
    [
      'B/WG-032: a snapshot of three parts',
      'web',
      [big('a'), big('b'), big('c')],
      ['web-work', 'web-0', 'web-1'],
    ],
    [
      'B/WG-026, B/WG-033: an envelope',
      'web',
      [configMap('a'), envelope('e', configMap('b'))],
      ['web-work', expect.stringMatching(/^web-work-envelope-[0-9a-f]{16}$/)],
    ],
    [
      'B/WG-033: an envelope in a further part has its name',
      'web',
      [big('a'), envelope('e', big('b'))],
      ['web-work', 'web-0', expect.stringMatching(/^web-0-envelope-[0-9a-f]{16}$/)],
    ],
    ['B/WG-025: an empty snapshot has one all the same', 'web', [], ['web-work']],
  ])('%s', (_, placement, manifests, expected) => {
    expect(names(worksOf(carried(manifests, { placement }), 1_000))).toEqual(expected);
  });

  it('B/WG-025, B/WG-038: plain objects in the order of the snapshot, those of envelopes apart; nothing that rendering noted', () => {
    const works = worksOf(carried([configMap('z'), envelope('e', configMap('b')), configMap('a')]));
    expect(works.map(namesIn)).toEqual([['z', 'a'], ['b']]);
    expect(works[0].work.spec.workload?.manifests?.[0]).toEqual(configMap('z'));
    expect(works[1].envelope).toEqual({ name: 'e', namespace: 'web', type: 'ResourceEnvelope' });
  });

  it('B/WG-026: each envelope has its own objects, whatever the others are called', () => {
    const called = (name: string, namespace: string, held: string) => ({
      ...envelope(name),
      metadata: { name, namespace },
      data: { 'x.yaml': { ...configMap(held), metadata: { name: held, namespace } } },
    });
    const ofCluster = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterResourceEnvelope',
      metadata: { name: 'e' },
      data: { 'x.yaml': { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ns' } } },
    };
    const works = worksOf(
      carried([
        called('e', 'web', 'a'),
        called('f', 'web', 'b'),
        called('e', 'shop', 'c'),
        ofCluster,
        configMap('d'),
      ]),
    );
    expect(works.map(one => [one.envelope?.name, one.envelope?.namespace, namesIn(one)])).toEqual([
      [undefined, undefined, ['d']],
      ['e', 'web', ['a']],
      ['f', 'web', ['b']],
      ['e', 'shop', ['c']],
      ['e', undefined, ['ns']],
    ]);
    expect(works[4].work.metadata.labels).not.toHaveProperty(labelKeys.envelopeNamespace);
    expect(works[0].work.kind).toBe('Work');
  });

  it('B/WG-038: annotations of an object are sent', () => {
    const annotated = {
      ...configMap('a'),
      metadata: { name: 'a', namespace: 'web', annotations: { team: 'web' } },
    };
    expect(worksOf(carried([annotated]))[0].work.spec.workload?.manifests).toStrictEqual([annotated]);
    expect(worksOf(carried([configMap('a')]))[0].work.spec.workload?.manifests).toStrictEqual([
      configMap('a'),
    ]);
  });

  it('B/WG-034, B/WG-035, B/WG-036, B/WG-037, B/WG-039: what says where it came from', () => {
    const [{ work }] = worksOf(carried([configMap('a')], { placement: 'web/front' }));
    expect(work.metadata).toEqual({
      namespace: 'fleet-member-c1',
      name: 'web.front-work',
      labels: {
        [labelKeys.parentPlacement]: 'front',
        [labelKeys.parentPlacementNamespace]: 'web',
        [labelKeys.parentBinding]: 'web-c1-3f2a9c01',
        [labelKeys.parentResourceSnapshotIndex]: '3',
      },
      annotations: {
        [annotationKeys.parentResourceSnapshotName]: 'front-3-snapshot',
        [annotationKeys.parentClusterResourceOverrideHash]: NO_LIST,
        [annotationKeys.parentResourceOverrideHash]: NO_LIST,
        [annotationKeys.revision]: 'aaaa-1',
      },
    });
  });

  it('B/WG-037: hashes of the lists of overrides, names of the one and pairs of the other', () => {
    const match = { hash: 'h', rules: [0] };
    const snapshots = [
      { kind: 'ClusterResourceOverrideSnapshot', name: 'a-0', ...match },
      { kind: 'ResourceOverrideSnapshot', name: 'b-1', namespace: 'web', ...match },
    ] as const;
    const [{ work }] = worksOf(carried([], { overrides: { snapshots, variables: {} } }));
    expect(work.metadata.annotations).toMatchObject({
      // printf '["a-0"]' | sha256sum, printf '[{"name":"b-1","namespace":"web"}]' | sha256sum
      [annotationKeys.parentClusterResourceOverrideHash]:
        '9256c338f5236c134bc70d5895576e79ab60b67a5309db6ff4b339e18cc79d2a',
      [annotationKeys.parentResourceOverrideHash]:
        'ad8f743c94d120d4d238dbc829395c1ffbb9cfe862e21f2ea8dc4313067ed7cf',
    });
  });

  it('B/WG-035: the Work of an envelope says of which one it is, of a long name a short form', () => {
    const [, { work }] = worksOf(carried([envelope('e', configMap('b'))]));
    expect(work.metadata.labels).toMatchObject({
      [labelKeys.envelopeWork]: 'ResourceEnvelope',
      [labelKeys.envelopeName]: 'e',
      [labelKeys.envelopeNamespace]: 'web',
    });
    const [, { work: long }] = worksOf(carried([envelope('e'.repeat(80), configMap('b'))]));
    expect(long.metadata.labels?.[labelKeys.envelopeName]).toMatch(/^e+-[0-9a-f]{8}$/);
  });

  it('B/WG-038, B/WA-140, RUL 15: apply strategy, and where statuses go', () => {
    const applyStrategy = { type: 'ServerSideApply', serverSideApplyConfig: { force: true } } as const;
    const specOf = (patch: Parameters<typeof carried>[1]) =>
      worksOf(carried([], { applyStrategy, ...patch }))[0].work.spec;
    expect(specOf({})).toEqual({ workload: { manifests: [] }, applyStrategy });
    expect(specOf({ reportBack: 'write' }).reportBackStrategy).toEqual({
      type: 'Mirror',
      destination: 'OriginalResource',
    });
    expect(specOf({ reportBack: 'keep' }).reportBackStrategy).toEqual({
      type: 'Mirror',
      destination: 'WorkAPI',
    });
  });

  it('RUL 50: an entry that is refused is in no Work; RUL 12, RUL 54: a closed envelope is a plain object', () => {
    const elsewhere = { ...configMap('b'), metadata: { name: 'b', namespace: 'other' } };
    const annotated = {
      ...configMap('closed', { 'x.yaml': JSON.stringify(configMap('x')) }),
      metadata: {
        name: 'closed',
        namespace: 'web',
        annotations: { [annotationKeys.envelopeConfigMap]: 'true' },
      },
    };
    const manifests = [envelope('e', elsewhere, configMap('c')), annotated];
    expect(worksOf(carried(manifests)).map(namesIn)).toEqual([['closed'], ['c']]);
    const open = worksOf(carried(manifests, { rules: { configMapEnvelopes: true } }));
    expect(open.map(namesIn)).toEqual([[], ['c'], ['x']]);
  });

  it('B/WA-071: owners that an entry names are sent, for the agent to judge', () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };
    const owned = { ...configMap('b'), metadata: { name: 'b', namespace: 'web', ownerReferences: [owner] } };
    const [, { work }] = worksOf(carried([envelope('e', owned)]));
    expect(work.spec.workload?.manifests?.[0].metadata.ownerReferences).toEqual([owner]);
  });
});
