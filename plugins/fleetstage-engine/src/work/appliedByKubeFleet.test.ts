import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isUnhashed } from './appliedByKubeFleet';
import { carriesManifest, planApply } from './planApply';
import { renderWork, toOwnerReference } from './renderWork';
import { askedForm } from './serverForm';

const OWNER = toOwnerReference({ name: 'web-work', uid: 'u1' });
const LAST_APPLIED = 'kubernetes-fleet.io/last-applied-configuration';

const wanted = (data: object = { a: '1' }): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'app', namespace: 'web', labels: { team: 'web' } },
  data,
});
const [manifest] = renderWork('web', [wanted()]).manifests;

/** As KubeFleet leaves it: with its hash, what it has applied as a note, and an owner reference that blocks. */
function applied(
  content: KubeObject,
  { live = content, note }: { live?: KubeObject; note?: string } = {},
): KubeObject {
  const owners = [{ ...OWNER, blockOwnerDeletion: true }];
  const metadata = {
    ...content.metadata,
    annotations: { 'kubernetes-fleet.io/spec-hash': 'f00' },
    ownerReferences: owners,
  };
  return {
    ...live,
    metadata: {
      ...live.metadata,
      uid: 'uid',
      resourceVersion: '7',
      ownerReferences: owners,
      annotations: {
        'kubernetes-fleet.io/spec-hash': 'f00',
        [LAST_APPLIED]: note ?? `${JSON.stringify({ ...content, metadata })}\n`,
      },
    },
  };
}

it.each([
  { rule: 'the same manifest', live: applied(wanted()), then: 'skip', carries: true },
  {
    rule: 'the same manifest, and fields of others',
    live: applied(wanted(), { live: wanted({ a: '1', b: '2' }) }),
    then: 'skip',
    carries: true,
  },
  { rule: 'another manifest', live: applied(wanted({ a: '0' })), then: 'patch', carries: false },
  {
    rule: 'a key more, which is to go',
    live: applied(wanted({ a: '1', old: 'x' })),
    then: 'patch',
    carries: false,
  },
  {
    rule: 'the same manifest, changed since',
    live: applied(wanted(), { live: wanted({ a: 'x' }) }),
    then: 'patch',
    carries: true,
  },
  { rule: 'a note that is no JSON', live: applied(wanted(), { note: '{' }), then: 'patch', carries: false },
  {
    rule: 'a note that is no object',
    live: applied(wanted(), { note: '[1]' }),
    then: 'patch',
    carries: false,
  },
  {
    rule: 'a note that is deeper than the stack',
    live: applied(wanted(), {
      note: `{"metadata":{"finalizers":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    }),
    then: 'patch',
    carries: false,
  },
])('RUL 37: KubeFleet has applied $rule → $then', ({ live, then, carries }) => {
  expect(planApply({ manifest, live, strategy: {}, owner: OWNER }).kind).toBe(then);
  expect(carriesManifest(manifest, live, OWNER)).toBe(carries);
});

it('RUL 37: keeps drifts of what KubeFleet has applied where the strategy says so', () => {
  const live = applied(wanted(), { live: wanted({ a: 'x' }) });
  const target = { manifest, live, strategy: { whenToApply: 'IfNotDrifted' }, owner: OWNER } as const;
  expect(planApply(target)).toEqual({ kind: 'ask' });
  const comparison = 'PartialComparison' as const;
  const form = askedForm({ manifest, live, comparison }, { answer: { kind: 'object', object: wanted() } });
  expect(planApply({ ...target, form })).toMatchObject({
    kind: 'refuse',
    reason: 'FoundDrifts',
    drifts: [{ path: '/data/a', valueInHub: '1', valueInMember: 'x' }],
  });
});

describe('RUL 37: objects without a note, which KubeFleet has applied by server-side apply', () => {
  // As they were found on the member of a fleet that KubeFleet has run.
  const RECORDED = [
    {
      hash: '0a2763b6e972cdfee8f92b295a0e83e71183ffce4f6c9e8cafb4a18ee6fce943',
      object: {
        ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { v: '1' } },
        metadata: { name: 'cfg', namespace: 'staged' },
      },
    },
    {
      hash: '121c749adfb0b43b8d3cb171e826b429b22110d6c08cf51b12652914cb40b0ba',
      object: {
        ...{ apiVersion: 'v1', kind: 'Namespace', spec: { finalizers: ['kubernetes'] } },
        metadata: { name: 'shop', labels: { 'kubernetes.io/metadata.name': 'shop', 'team': 'shop' } },
      },
    },
  ];
  const liveOf = (object: KubeObject, hash: string, note?: string): KubeObject => ({
    ...object,
    metadata: {
      ...object.metadata,
      ownerReferences: [{ ...OWNER, blockOwnerDeletion: true }],
      annotations: {
        'kubernetes-fleet.io/spec-hash': hash,
        ...(note !== undefined && { [LAST_APPLIED]: note }),
      },
    },
  });
  const planOf = (object: KubeObject, live: KubeObject, whenToApply: 'Always' | 'IfNotDrifted' = 'Always') =>
    planApply({
      manifest: renderWork('web', [object]).manifests[0],
      ...{ live, owner: OWNER },
      strategy: { type: 'ServerSideApply', whenToApply },
    });

  it.each(RECORDED)('$object.kind: the hash says that it is as wanted', ({ object, hash }) => {
    expect(planOf(object, liveOf(object, hash)).kind).toBe('skip');
    expect(planOf(object, liveOf(object, hash, '')).kind).toBe('skip');
    expect(planOf(object, liveOf(object, 'f00')).kind).toBe('patch');
  });

  it('keys of sub-domains of Kubernetes are no part of it', () => {
    const [{ object, hash }] = RECORDED;
    const labelled = {
      ...object,
      metadata: { ...object.metadata, labels: { 'app.kubernetes.io/name': 'cfg' } },
    };
    expect(planOf(labelled, liveOf(labelled, hash)).kind).toBe('skip');
    expect(planOf(labelled, liveOf(object, hash)).kind).toBe('patch');
  });

  describe('B/WA-080: a change of the hub at a key that is no part of it is no drift', () => {
    const [{ object, hash }] = RECORDED;
    const labelled = (version: string, data: object = { v: '1' }): KubeObject => ({
      ...object,
      data,
      metadata: { ...object.metadata, labels: { 'app.kubernetes.io/version': version } },
    });

    it.each([
      ['changed', labelled('2'), labelled('1')],
      ['added', labelled('2'), object],
      [
        'added as an annotation',
        { ...object, metadata: { ...object.metadata, annotations: { 'a.k8s.io/b': 'c' } } },
        object,
      ],
    ])('%s', (_, hub, live) => {
      expect(planOf(hub, liveOf(live, hash), 'IfNotDrifted').kind).toBe('patch');
    });

    it('beside a drift, which alone is one', () => {
      const [manifestOf] = renderWork('web', [labelled('2')]).manifests;
      const live = liveOf(labelled('1', { v: 'x' }), hash);
      const strategy = { type: 'ServerSideApply', whenToApply: 'IfNotDrifted' } as const;
      const target = { manifest: manifestOf, live, owner: OWNER, strategy };
      expect(planApply(target)).toEqual({ kind: 'ask' });
      const compared = { manifest: manifestOf, live, comparison: 'PartialComparison' } as const;
      const form = askedForm(compared, { answer: { kind: 'object', object: labelled('2') } });
      expect(planApply({ ...target, form })).toMatchObject({
        reason: 'FoundDrifts',
        drifts: [{ path: '/data/v', valueInHub: '1', valueInMember: 'x' }],
      });
    });
  });

  it('B/WA-080: what somebody has changed since is drift', () => {
    const [{ object, hash }] = RECORDED;
    const drifted = liveOf({ ...object, data: { v: '2' } }, hash);
    expect(planOf(object, drifted).kind).toBe('patch');
    // It is asked about before it is called a drift (B/WA-092).
    expect(planOf(object, drifted, 'IfNotDrifted')).toEqual({ kind: 'ask' });
  });

  it('B/WA-080: what somebody has changed of a label that is part of it is drift', () => {
    const { object, hash } = RECORDED[1];
    const drifted = liveOf({ ...object, metadata: { ...object.metadata, labels: { team: 'other' } } }, hash);
    expect(planOf(object, drifted, 'IfNotDrifted')).toEqual({ kind: 'ask' });
  });

  it.each([
    ['/metadata/labels/app.kubernetes.io~1name', true],
    ['/metadata/annotations/a.k8s.io~1b', true],
    ['/metadata/labels/team', false],
    ['/metadata/labels', false],
    ['/metadata/finalizers/kubernetes.io~1x', false],
    ['/spec/template/metadata/labels/app.kubernetes.io~1name', false],
  ])('B/WA-090: %s is no part of it: %s', (path, isLeftOut) => expect(isUnhashed({ path })).toBe(isLeftOut));
});
