import type { ResourceSelectorTerm } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ResourceIndex, type SeenObject } from './ResourceIndex';

const CONFIG_MAPS = { group: '', version: 'v1', kind: 'ConfigMap' };
const NAMESPACES = { group: '', version: 'v1', kind: 'Namespace' };
const served = (kind: string, isNamespaced: boolean) => ({
  group: '',
  version: 'v1',
  kind,
  plural: `${kind.toLowerCase()}s`,
  isNamespaced,
  isListable: true,
  isWatchable: true,
  isPreferred: true,
});
const SERVED = [served('ConfigMap', true), served('Secret', true), served('Namespace', false)];

const aConfigMap = (namespace: string, name: string, labels = {}): SeenObject => ({
  ...CONFIG_MAPS,
  namespace,
  name,
  labels,
  namespaceLabels: {},
});

function anIndex(placements: Readonly<Record<string, readonly ResourceSelectorTerm[]>>): ResourceIndex {
  const index = new ResourceIndex();
  for (const [key, selectors] of Object.entries(placements)) index.set(key, selectors);
  return index;
}

describe('ResourceIndex', () => {
  const index = anIndex({
    'web': [{ ...NAMESPACES, name: 'shop' }],
    'shop/web': [{ ...CONFIG_MAPS, name: 'settings' }],
    'shop/labelled': [{ ...CONFIG_MAPS, labelSelector: { matchLabels: { app: 'web' } } }],
    'blog/web': [{ ...CONFIG_MAPS, name: 'settings' }],
    'only': [{ ...NAMESPACES, name: 'shop', selectionScope: 'NamespaceOnly' }],
    'default/web': [{ ...CONFIG_MAPS, name: 'settings' }],
    'kube-system/web': [{ ...CONFIG_MAPS, name: 'settings' }],
  });

  it.each<[string, SeenObject, string[]]>([
    [
      'A/SEL-081 by name, beside who takes the Namespace',
      aConfigMap('shop', 'settings'),
      ['web', 'shop/web'],
    ],
    ['A/SEL-081 by label', aConfigMap('shop', 'x', { app: 'web' }), ['web', 'shop/labelled']],
    ['A/SEL-081 of its own namespace alone', aConfigMap('blog', 'settings'), ['blog/web']],
    ['A/SEL-081 nothing that no selector matches', aConfigMap('blog', 'x'), []],
    ['A/SEL-005 nothing in a reserved namespace', aConfigMap('kube-system', 'settings'), []],
    ['A/SEL-019 wherever else it is, default included', aConfigMap('default', 'settings'), ['default/web']],
    [
      'A/SEL-082 nothing that is cluster-scoped',
      { ...NAMESPACES, name: 'shop', labels: {} },
      ['web', 'only'],
    ],
  ])('a ResourcePlacement selects %s', (_, object, placements) => {
    expect(index.placementsOf(object)).toEqual(placements);
  });

  it.each<[string, SeenObject, string[]]>([
    [
      'A/SEL-081 takes the contents of its Namespace, unless it wants the Namespace only',
      aConfigMap('shop', 'x'),
      ['web'],
    ],
    [
      'A/SEL-082 takes a cluster-scoped object that its selector matches',
      { ...NAMESPACES, name: 'shop', labels: {} },
      ['web', 'only'],
    ],
    ['A/SEL-082 takes no other', { ...NAMESPACES, name: 'blog', labels: {} }, []],
    ['A/SEL-080 takes nothing of a reserved namespace', aConfigMap('kube-system', 'settings'), []],
  ])('a ClusterResourcePlacement: %s', (_, object, placements) => {
    expect(index.placementsOf(object)).toEqual(placements);
  });

  it.each<[string, Partial<SeenObject>]>([
    ['group', { group: 'example.io' }],
    ['version', { version: 'v2' }],
    ['kind', { kind: 'Secret' }],
    ['namespace', { namespace: 'elsewhere' }],
    ['name', { name: 'other' }],
  ])('A/SEL-084 another %s is another object', (_, patch) => {
    const named = anIndex({ 'shop/web': [{ ...CONFIG_MAPS, name: 'settings' }] });
    const settings = aConfigMap('shop', 'settings');
    expect(named.placementsOf(settings)).toEqual(['shop/web']);
    expect(named.placementsOf({ ...settings, ...patch })).toEqual([]);
  });

  it('A/SEL-012 a Namespace in a ResourcePlacement, which is refused, makes nobody watch all kinds', () => {
    const kindsFor = (key: string) =>
      anIndex({ [key]: [NAMESPACES] })
        .wantedKinds(SERVED)
        .map(({ kind }) => kind);
    expect(kindsFor('web')).toEqual(['ConfigMap', 'Secret', 'Namespace']);
    expect(kindsFor('shop/web')).toEqual([]);
  });

  it.each([
    { rule: 'a Namespace', key: 'web', selector: { ...NAMESPACES, name: 'shop' } },
    {
      rule: 'a selector that names them',
      key: 'shop/web',
      selector: { group: '', version: 'v1', kind: 'Event' },
    },
  ])('A/SEL-003, SEL-080 nobody watches events for $rule', ({ key, selector }) => {
    const events = [served('Event', true), { ...served('Event', true), group: 'events.k8s.io' }];
    const wanted = anIndex({ [key]: [selector] }).wantedKinds([...events, served('Namespace', false)]);
    expect(wanted.map(({ kind }) => kind)).toEqual(['Namespace']);
  });
});
