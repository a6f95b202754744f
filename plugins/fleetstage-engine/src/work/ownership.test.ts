import type { OwnerReference } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isOwned, isWorkOfPart } from './ownership';
import { planApply } from './planApply';
import { renderWork, toOwnerReference } from './renderWork';

const HEX = '9c1fb9c51f3ced07';

it.each([
  [`web-work-envelope-${HEX}`, 'web-work', true],
  ['web-0', 'web-work', true],
  ['web-12', 'web-work', true],
  [`web-0-envelope-${HEX}`, 'web-work', true],
  [`shop.web-work-envelope-${HEX}`, 'shop.web-work', true],
  ['web-work', 'web-work', false],
  ['web-1-work', 'web-work', false],
  ['web-1-2', 'web-work', false],
  ['web-1-2', 'web-1-work', true],
  ['webs-1', 'web-work', false],
  ['web1', 'web-work', false],
  ['web-x', 'web-work', false],
  [`web-work-envelope-${HEX}0`, 'web-work', false],
  ['web-work-envelope-short', 'web-work', false],
  [`other-work-envelope-${HEX}`, 'web-work', false],
  ['web-0-envelope-1234567890123456', 'web-work', true],
  // A CRP with a dot, under which KubeFleet places nothing.
  ['shop.web-0', 'shop.web-work.crp', false],
])('B/WG-032, B/WG-033: %s is a part of what %s holds: %s', (name, own, then) => {
  expect(isWorkOfPart(name, own)).toBe(then);
});

const OWNER = toOwnerReference({ name: 'web-work', uid: 'u1' });
const PART: OwnerReference = {
  ...toOwnerReference({ name: `web-work-envelope-${HEX}`, uid: 'u2' }),
  blockOwnerDeletion: true,
};
const SOMEBODY: OwnerReference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'u9' };
const [manifest] = renderWork('web', [
  {
    ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } },
    metadata: { name: 'app', namespace: 'web' },
  },
]).manifests;
const live = (ownerReferences: OwnerReference[], data: object = { a: '1' }) => ({
  ...manifest.object,
  data,
  metadata: { ...manifest.object.metadata, uid: 'uid', resourceVersion: '7', ownerReferences },
});
const plan = (found: ReturnType<typeof live>, strategy: object = {}) =>
  planApply({ manifest, live: found, strategy, owner: OWNER });

describe('RUL 37: an object of an envelope that KubeFleet has placed', () => {
  it('is ours, and left alone where it is as wanted', () => {
    expect(isOwned(live([PART]), OWNER)).toBe(true);
    expect(plan(live([PART])).kind).toBe('skip');
    expect(plan(live([PART]), { whenToTakeOver: 'Never' }).kind).toBe('skip');
  });

  it('keeps its owner when it changes: KubeFleet would find it again', () => {
    expect(plan(live([PART], { a: '0' }))).toMatchObject({
      kind: 'patch',
      body: { metadata: { ownerReferences: [PART] } },
    });
  });

  it('has ours where both are there', () => {
    expect(plan(live([PART, OWNER], { a: '0' }))).toMatchObject({
      kind: 'patch',
      body: { metadata: { ownerReferences: [OWNER] } },
    });
  });

  it.each([
    ['an AppliedWork of the placement that is no more', { ...OWNER, uid: 'u0' }],
    ['a second part', { ...PART, name: 'web-0', uid: 'u3' }],
  ])('is ours where it carries %s, too', (_, other) => {
    for (const owners of [
      [PART, other],
      [other, PART],
    ]) {
      expect(plan(live(owners)).kind).toBe('skip');
      expect(plan(live(owners, { a: '0' }))).toMatchObject({ kind: 'patch', by: { type: 'strategic' } });
    }
  });

  it('B/WA-062: loses an AppliedWork that is no more with the next change, and keeps its part', () => {
    const stale = { ...OWNER, uid: 'u0' };
    expect(plan(live([PART, stale], { a: '0' }))).toMatchObject({
      by: { body: { metadata: { ownerReferences: [{ uid: 'u0', $patch: 'delete' }] } } },
      body: { metadata: { ownerReferences: [PART] } },
    });
  });

  it('B/WA-071: is refused as any other where somebody else owns it, too', () => {
    expect(plan(live([PART, SOMEBODY]))).toMatchObject({ kind: 'refuse', reason: 'ManifestApplyFailed' });
    expect(plan(live([PART, SOMEBODY], { a: '0' }), { allowCoOwnership: true }).kind).toBe('patch');
  });

  it('B/WA-013: one of another kind with such a name is nobody of ours', () => {
    const stranger = { ...PART, apiVersion: 'example.com/v1' };
    expect(isOwned(live([stranger]), OWNER)).toBe(false);
    expect(isOwned(live([{ ...PART, kind: 'Other' }]), OWNER)).toBe(false);
    expect(isOwned(live([{ ...OWNER, name: 'other-work' }]), OWNER)).toBe(false);
    expect(isOwned({ ...live([]), metadata: { name: 'app' } }, OWNER)).toBe(false);
  });
});
