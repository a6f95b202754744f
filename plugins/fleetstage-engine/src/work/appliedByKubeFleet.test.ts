import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
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
