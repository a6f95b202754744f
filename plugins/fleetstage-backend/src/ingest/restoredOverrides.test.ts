import {
  labelKeys,
  type KubeObject,
  type OverrideRule,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  matchSnapshots,
  projectBinding,
  unknownOverrides,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { aBoundBinding, aPlacementState, NOON } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { aMemberObject } from '../__testUtils__/objects';
import { knownOverrides, restoredMatch, restoredOverrides } from './restoredOverrides';

const apiVersion = 'placement.kubernetes-fleet.io/v1';
const inEnv = (env: string, value: string): OverrideRule => ({
  clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { env } } }] },
  jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels/a', value }],
});
const RULES = [inEnv('prod', '${MEMBER-CLUSTER-LABEL-KEY-region}'), inEnv('test', 'test')];

const override = (kind: string, name: string, uid: string, namespace?: string): KubeObject => ({
  ...{ apiVersion, kind },
  metadata: { name, uid, ...(namespace !== undefined && { namespace }) },
});
const shown = (
  parent: KubeObject,
  index: number | string,
  { name = `${parent.metadata.name}-${index}`, rules = RULES } = {},
): KubeObject => ({
  apiVersion,
  kind: `${parent.kind}Snapshot`,
  metadata: {
    ...parent.metadata,
    name,
    uid: `uid-${index}`,
    labels: {
      [labelKeys.parentOverride]: parent.metadata.name,
      [labelKeys.overrideIndex]: String(index),
    },
    ownerReferences: [
      { apiVersion, kind: parent.kind, name: parent.metadata.name, uid: parent.metadata.uid ?? '' },
    ],
  },
  spec: { overrideSpec: { policy: { overrideRules: rules } }, overrideHash: '' },
});

const CRO = override('ClusterResourceOverride', 'cro', 'uid-cro');
const RO = override('ResourceOverride', 'ro', 'uid-ro', 'web');
const FORMER = override('ResourceOverride', 'ro', 'uid-former', 'web');
const GONE = override('ResourceOverride', 'gone', 'uid-gone', 'web');

describe('restoredOverrides', () => {
  it('B/OV-012: keeps indexes; what its override does not own is retired', () => {
    const snapshots = [shown(CRO, 3), shown(CRO, 10), shown(FORMER, 7), shown(RO, 0), shown(GONE, 1)];
    const restored = restoredOverrides({ overrides: [CRO, RO], snapshots });
    const states = restored.map(({ snapshot, index, isLatest, isRetired }) => [
      `${snapshot.kind} ${snapshot.name}`,
      index,
      isRetired ? 'retired' : isLatest ? 'latest' : 'kept',
    ]);
    expect(states).toEqual([
      ['ClusterResourceOverrideSnapshot cro-3', 3, 'kept'],
      ['ClusterResourceOverrideSnapshot cro-10', 10, 'latest'],
      ['ResourceOverrideSnapshot ro-7', 7, 'retired'],
      ['ResourceOverrideSnapshot ro-0', 0, 'latest'],
      ['ResourceOverrideSnapshot gone-1', 1, 'retired'],
    ]);
  });

  it('leaves out what is named as none of ours, and indexes that no database holds', () => {
    const snapshots = [
      shown(CRO, 1, { name: 'another-1' }),
      shown(CRO, '01'),
      shown(CRO, '12345678901'),
      shown(CRO, 'x'),
      { ...shown(CRO, 2), spec: {} },
    ];
    expect(restoredOverrides({ overrides: [CRO], snapshots })).toEqual([]);
  });
});

describe('restoredMatch', () => {
  const restored = restoredOverrides({ overrides: [CRO, RO], snapshots: [shown(CRO, 3), shown(RO, 0)] });
  const snapshots = restored.map(({ snapshot }) => snapshot);
  const LABELS = { env: 'prod', region: 'eu' };
  const matched = matchSnapshots(snapshots, { name: 'c1', labels: LABELS });
  const binding = projectBinding(aPlacementState({}), aBoundBinding('c1', { overrides: matched }), {
    generation: 1,
    now: NOON,
  });
  const known = (labels: Record<string, string>, from = restored) =>
    knownOverrides(from, [aMemberObject('c1', labels)]);
  const unknown = unknownOverrides(matched.snapshots.map(({ hash: _, rules: __, ...named }) => named));

  it('B/OV-064, B/OV-090: finds rules and values of variables again', () => {
    expect(matched.snapshots.map(({ name, rules }) => [name, rules])).toEqual([
      ['cro-3', [0]],
      ['ro-0', [0]],
    ]);
    expect(restoredMatch(binding, known(LABELS))).toEqual(matched);
    const none = { clusterResourceOverrideSnapshots: [], resourceOverrideSnapshots: [] };
    const bare = { ...binding, spec: { ...binding.spec, ...none } };
    expect(restoredMatch(bare, known(LABELS)).snapshots).toEqual([]);
  });

  it.each([
    ['a label that a value reads has changed', binding, known({ ...LABELS, region: 'us' })],
    ['a label that a rule reads has changed', binding, known({ ...LABELS, env: 'test' })],
    ['the cluster is gone', binding, knownOverrides(restored, [])],
    ['a snapshot is gone', binding, known(LABELS, restored.slice(1))],
    [
      'a snapshot says something else',
      binding,
      known(
        LABELS,
        restoredOverrides({
          overrides: [CRO, RO],
          snapshots: [shown(CRO, 3, { rules: [inEnv('prod', 'x')] }), shown(RO, 0)],
        }),
      ),
    ],
    ['the binding is one of KubeFleet', { ...binding, metadata: { name: 'web-c1-1a2b' } }, known(LABELS)],
  ])('RUL 18, RUL 37: nobody knows what a cluster runs with when %s', (_, one, from) => {
    expect(restoredMatch(one, from)).toEqual(unknown);
  });

  it('RUL 37: a binding of KubeFleet counts where its Works prove what the cluster runs', () => {
    const foreign = { ...binding, metadata: { name: 'web-c1-1a2b' } };
    const asked: unknown[] = [];
    const prove = (is: boolean) => (found: unknown) => {
      asked.push(found);
      return is;
    };
    expect(restoredMatch(foreign, known(LABELS), prove(true))).toEqual(matched);
    expect(restoredMatch(foreign, known(LABELS), prove(false))).toEqual(unknown);
    expect(asked).toEqual([matched, matched]);
    // A snapshot that is gone cannot be proved, and one of ours needs no proof.
    expect(restoredMatch(foreign, known(LABELS, restored.slice(1)), prove(true))).toEqual(unknown);
    expect(restoredMatch(binding, known(LABELS), prove(false))).toEqual(matched);
    expect(asked).toHaveLength(2);
  });
});
