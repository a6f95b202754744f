import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { memberYaml } from '../engine/fleet';
import {
  annotate,
  CHANGERS,
  CONFIRMERS,
  create,
  NOBODY,
  object,
  patch,
  placement,
  PLACEMENT_API,
  RBAC,
  READERS,
  remove,
  REMOVERS,
  select,
  STAFF,
  TRUSTED,
  WRITERS,
  type Act,
  type Fields,
} from './actParts';
import { evictions } from './evictionActs';
import { overrides } from './overrideActs';
import { SEQUENCE_FIXTURES, sequences } from './sequenceActs';
import { STAGED_ACTS, STAGED_FIXTURES } from './stagedActs';
import type { Person } from './people';

const MEMBER_SPACE = 'fleet-member-far-away';
const LABELS = { matchLabels: { a: 'b' } };
const REPLICAS = {
  selector: LABELS,
  template: {
    metadata: { labels: LABELS.matchLabels },
    spec: { containers: [{ name: 'a', image: 'registry.example/a' }] },
  },
};

const configMap = (annotations: Record<string, string> = {}) =>
  object('v1', 'ConfigMap', { name: 'texts', namespace: 'shop', annotations }, { data: { a: 'b' } });
const envelope = (entry: Fields) =>
  object(PLACEMENT_API, 'ResourceEnvelope', { name: 'box', namespace: 'shop' }, { data: { entry } });
const clusterEnvelope = (entry: Fields) =>
  object(PLACEMENT_API, 'ClusterResourceEnvelope', { name: 'box' }, { data: { entry } });
const inner = (kind: string, metadata: Fields, apiVersion = 'v1') => object(apiVersion, kind, metadata);

/** Of the fleet's API group, and released for deletion. */
const definition = object(
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition',
  {
    name: 'toys.test.kubernetes-fleet.io',
    annotations: { 'fleetstage.io/allow-deletion': 'toys.test.kubernetes-fleet.io' },
  },
  {
    spec: {
      group: 'test.kubernetes-fleet.io',
      scope: 'Cluster',
      names: { kind: 'Toy', plural: 'toys' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  },
);

const documents = (objects: readonly unknown[]) => objects.map(one => JSON.stringify(one)).join('\n---\n');

/** What the acts are about. */
export const FIXTURES = `${documents([
  placement({ name: 'plain' }, [select('Namespace', { name: 'shop' })]),
  placement({ name: 'bound', annotations: { [annotationKeys.acceptedStrategies]: 'gated' } }, [
    select('Namespace', { name: 'shop' }),
  ]),
  placement({ name: 'refusing', annotations: { [annotationKeys.acceptedStrategies]: '' } }, [
    select('Namespace', { name: 'shop' }),
  ]),
  placement({ name: 'confirmed', annotations: { [annotationKeys.confirmRemoval]: 'before' } }, [
    select('Namespace', { name: 'shop' }),
  ]),
  ...[
    { name: 'plain' },
    { name: 'confirmed', annotations: { [annotationKeys.confirmRemoval]: 'before' } },
    { name: 'bound', annotations: { [annotationKeys.acceptedStrategies]: 'gated' } },
    { name: 'refusing', annotations: { [annotationKeys.acceptedStrategies]: '' } },
  ].map(metadata => placement({ ...metadata, namespace: 'shop' }, [select('ConfigMap', { name: 'a' })])),
  ...STAGED_FIXTURES,
  ...SEQUENCE_FIXTURES,
  object('v1', 'Namespace', { name: MEMBER_SPACE }),
  object('v1', 'ServiceAccount', { name: 'fleetstage-agent', namespace: MEMBER_SPACE }),
])}
---
${memberYaml('far-away')}
${JSON.stringify(definition)}`;

const selectors: readonly Act[] = [
  create(
    'place a ConfigMap of shop',
    WRITERS,
    placement({ name: 'new', namespace: 'shop' }, [select('ConfigMap', { name: 'a' })]),
  ),
  create(
    'place a ConfigMap of bank',
    TRUSTED,
    placement({ name: 'new', namespace: 'bank' }, [select('ConfigMap', { name: 'a' })]),
  ),
  create(
    'place a Role of shop',
    TRUSTED,
    placement({ name: 'new', namespace: 'shop' }, [
      select('ConfigMap', { name: 'a' }),
      select('Role', { name: 'a' }, RBAC),
    ]),
  ),
  create(
    'place a kind that is not listed',
    STAFF,
    placement({ name: 'new', namespace: 'shop' }, [select('Widget', { name: 'a' }, 'example.com')]),
  ),
  create(
    'place a kind that is called Namespace',
    STAFF,
    placement({ name: 'new', namespace: 'shop' }, [select('Namespace', { name: 'shop' }, 'example.com')]),
  ),
  create(
    'place a ClusterRole',
    TRUSTED,
    placement({ name: 'new' }, [select('ClusterRole', { name: 'a' }, RBAC)]),
  ),
  create(
    'place Namespace shop',
    WRITERS,
    placement({ name: 'new' }, [select('Namespace', { name: 'shop' })]),
  ),
  create(
    'place Namespace bank',
    TRUSTED,
    placement({ name: 'new' }, [select('Namespace', { name: 'bank' })]),
  ),
  create(
    'place Namespaces by label',
    TRUSTED,
    placement({ name: 'new' }, [select('Namespace', { labelSelector: { matchLabels: { a: 'b' } } })]),
  ),
  ...['.', '..', 'a/b'].map(name =>
    create(
      `place what is called ${name}`,
      NOBODY,
      placement({ name: 'new', namespace: 'shop' }, [select('ConfigMap', { name })]),
    ),
  ),
];

const placements: readonly Act[] = [
  {
    act: 'read placements',
    args: ['get', 'crp'],
    may: READERS,
  },
  ...acceptedStrategiesOf('crp'),
  ...acceptedStrategiesOf('rp'),
  ...confirmationsOf('crp'),
  ...confirmationsOf('rp'),
];

/** An empty annotation accepts no strategy, none accepts any: to set, lift and delete either is more than to write placements. */
function acceptedStrategiesOf(resource: 'crp' | 'rp'): readonly Act[] {
  const metadata = resource === 'crp' ? { name: 'new' } : { name: 'new', namespace: 'shop' };
  const selected =
    resource === 'crp' ? select('Namespace', { name: 'shop' }) : select('ConfigMap', { name: 'a' });
  const at = (name: string) => [resource, name, ...(resource === 'crp' ? [] : ['-n', 'shop'])];
  const say = (act: string, name: string, accepted: string | null) =>
    patch(`${resource}: ${act}`, STAFF, at(name), {
      metadata: { annotations: { [annotationKeys.acceptedStrategies]: accepted } },
    });
  const createWith = (act: string, accepted: string) =>
    create(
      `${resource}: ${act}`,
      STAFF,
      placement({ ...metadata, annotations: { [annotationKeys.acceptedStrategies]: accepted } }, [selected]),
    );
  const owned = annotate('fleetstage.io/owner', 'group:default/shop');
  return [
    ...['plain', 'bound', 'refusing'].map(name =>
      patch(`${resource}: annotate a ${name} placement`, CHANGERS[resource], at(name), owned),
    ),
    say('say which strategies it accepts', 'plain', 'free'),
    say('say that it accepts none', 'plain', ''),
    say('let it accept other strategies', 'bound', 'free'),
    say('let it accept none any more', 'bound', ''),
    say('let it accept any', 'bound', null),
    say('let one that accepts none accept some', 'refusing', 'free'),
    say('let one that accepts none accept any', 'refusing', null),
    patch(`${resource}: take all annotations of one that accepts none off`, STAFF, at('refusing'), {
      metadata: { annotations: null },
    }),
    createWith('create it with accepted strategies', 'free'),
    createWith('create it so that it accepts none', ''),
    remove(`${resource}: delete a plain one`, REMOVERS[resource], at('plain')),
    remove(`${resource}: delete one with accepted strategies`, STAFF, at('bound')),
    remove(`${resource}: delete one that accepts none`, STAFF, at('refusing')),
  ];
}

/** A held removal begins with it: that is for whoever may delete this very placement. */
function confirmationsOf(resource: 'crp' | 'rp'): readonly Act[] {
  const inShop = resource === 'rp';
  const metadata = { name: 'new', ...(inShop && { namespace: 'shop' }) };
  const selected = inShop ? select('ConfigMap', { name: 'a' }) : select('Namespace', { name: 'shop' });
  const say = (act: string, may: readonly Person[], name: string, why: string | null) =>
    patch(`${resource}: ${act}`, may, [resource, name, ...(inShop ? ['-n', 'shop'] : [])], {
      metadata: { annotations: { [annotationKeys.confirmRemoval]: why } },
    });
  return [
    say('confirm a removal', REMOVERS[resource], 'plain', 'end of season'),
    say('confirm a removal with an empty text', REMOVERS[resource], 'plain', ''),
    say('confirm a removal in other words', CONFIRMERS[resource], 'confirmed', 'end of season'),
    say('take a confirmation off', CHANGERS[resource], 'confirmed', null),
    patch(
      `${resource}: annotate one that is confirmed`,
      CHANGERS[resource],
      [resource, 'confirmed', ...(inShop ? ['-n', 'shop'] : [])],
      annotate('fleetstage.io/owner', 'group:default/shop'),
    ),
    create(
      `${resource}: create it confirmed`,
      WRITERS,
      placement({ ...metadata, annotations: { [annotationKeys.confirmRemoval]: 'yes' } }, [selected]),
    ),
  ];
}

const clusters: readonly Act[] = [
  { act: 'join a cluster', args: ['create', '-f', '-'], stdin: memberYaml('new'), may: STAFF },
  patch('label a cluster', STAFF, ['membercluster', 'far-away'], { metadata: { labels: { a: 'b' } } }),
  patch('say how a cluster is', STAFF, ['membercluster', 'far-away', '--subresource=status'], {
    status: { conditions: [] },
  }),
  remove('remove a cluster', STAFF, ['membercluster', 'far-away']),
  remove('delete a definition', NOBODY, ['crd', 'clusterresourceplacements.placement.kubernetes-fleet.io']),
  remove('delete a definition that is released', ['platform'], ['crd', 'toys.test.kubernetes-fleet.io']),
];

const envelopes: readonly Act[] = [
  create('create a ConfigMap', ['author', 'packer', 'tailor', 'platform', 'admin'], configMap()),
  create(
    'create a ConfigMap envelope',
    ['packer', 'platform', 'admin'],
    configMap({ [annotationKeys.envelopeConfigMap]: 'true' }),
  ),
  create(
    'put a ConfigMap into an envelope',
    ['packer', 'platform', 'admin'],
    envelope(inner('ConfigMap', { name: 'a', namespace: 'shop' })),
  ),
  create(
    'put a quota into an envelope',
    ['platform', 'admin'],
    envelope(inner('ResourceQuota', { name: 'a', namespace: 'shop' })),
  ),
  create(
    'put a RoleBinding into an envelope',
    ['platform'],
    envelope(inner('RoleBinding', { name: 'a', namespace: 'shop' }, `${RBAC}/v1`)),
  ),
  create(
    'put what is of bank into an envelope of shop',
    NOBODY,
    envelope(inner('ConfigMap', { name: 'a', namespace: 'bank' })),
  ),
  create(
    'put what is called .. into an envelope',
    NOBODY,
    envelope(inner('ConfigMap', { name: '..', namespace: 'shop' })),
  ),
  create(
    'put a ClusterRole into an envelope',
    ['platform'],
    clusterEnvelope(inner('ClusterRole', { name: 'a' }, `${RBAC}/v1`)),
  ),
];

/** What runs on the hub in the name of a member is no tenant's: a token of its account is the member (C/TE-033). */
const spaces: readonly Act[] = [
  create(
    'create a ReplicaSet in the namespace of a member',
    ['platform', 'admin'],
    object('apps/v1', 'ReplicaSet', { name: 'a', namespace: MEMBER_SPACE }, { spec: REPLICAS }),
  ),
  create(
    'create a PodDisruptionBudget there',
    ['platform', 'admin'],
    object('policy/v1', 'PodDisruptionBudget', { name: 'a', namespace: MEMBER_SPACE }, { spec: {} }),
  ),
  create(
    'create an account there',
    ['platform', 'admin'],
    object('v1', 'ServiceAccount', { name: 'a', namespace: MEMBER_SPACE }),
  ),
  {
    act: 'ask for a token of the agent there',
    args: ['create', 'token', 'fleetstage-agent', '-n', MEMBER_SPACE],
    may: ['platform', 'admin'],
  },
];

const ALL = [
  selectors,
  placements,
  STAGED_ACTS,
  clusters,
  spaces,
  envelopes,
  overrides,
  evictions,
  sequences,
];

export const ACTS: readonly Act[] = ALL.flat();
