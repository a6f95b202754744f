import type { OwnerReference } from '@fleetstage/backstage-plugin-fleetstage-common';
import { claimOn, foreignOwners, isOwned, isWorkOfPart, partsOn, type OwnReference } from './ownership';
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
const plan = (found: ReturnType<typeof live>, strategy: object = {}, owner: OwnReference = OWNER) =>
  planApply({ manifest, live: found, strategy, owner });

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

  it('keeps a second part', () => {
    const owners = [PART, { ...PART, name: 'web-0', uid: 'u3' }];
    const step = plan(live(owners, { a: '0' }));
    expect(step).toMatchObject({ kind: 'patch', by: { body: { data: { a: '1' } } } });
    expect(step).not.toHaveProperty('by.body.metadata.ownerReferences');
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

describe('B/WA-013, RUL 37: the name of a further part may be that of somebody else', () => {
  const FURTHER: OwnerReference = { ...PART, name: 'web-1', uid: 'u3' };
  const NEWER: OwnerReference = { ...PART, apiVersion: 'placement.kubernetes-fleet.io/v1', uid: 'u4' };
  const RIVAL = toOwnerReference({ name: 'other-work', uid: 'u5' });

  it('parts are AppliedWorks with such a name, in whichever version', () => {
    const strangers = [OWNER, SOMEBODY, RIVAL, { ...PART, apiVersion: 'example.com/v1' }];
    expect(partsOn(live([...strangers, PART, FURTHER, NEWER]), OWNER)).toEqual([PART, FURTHER, NEWER]);
  });

  it.each<{ rule: string; on: OwnerReference[]; isHeld: boolean; counts: OwnerReference[] }>([
    { rule: 'each on an object that was ours', on: [PART, FURTHER], isHeld: true, counts: [PART, FURTHER] },
    { rule: 'those of envelopes on any object', on: [PART], isHeld: false, counts: [PART] },
    {
      rule: 'those of envelopes alone on one that was not',
      on: [FURTHER, PART],
      isHeld: false,
      counts: [PART],
    },
    { rule: 'none where there is only such a name', on: [FURTHER], isHeld: false, counts: [] },
  ])('counts $rule', ({ on, isHeld, counts }) => {
    const found = live(on);
    const owner = claimOn(OWNER, found, isHeld);
    expect(on.filter(ref => isOwned(live([ref]), owner))).toEqual(counts);
    expect(foreignOwners(found, owner)).toEqual(on.filter(ref => !counts.includes(ref)));
  });

  it('is no part of what is written', () => {
    const bare = live([], { a: '0' });
    expect(plan(bare, {}, claimOn(OWNER, live([FURTHER]), false))).toMatchObject({
      kind: 'takeOver',
      body: { metadata: { ownerReferences: [OWNER] } },
    });
  });

  it('decides whether the object is left alone or refused', () => {
    const found = live([FURTHER]);
    expect(plan(found, {}, claimOn(OWNER, found, true)).kind).toBe('skip');
    expect(plan(found, {}, claimOn(OWNER, found, false))).toMatchObject({
      kind: 'refuse',
      reason: 'FailedToTakeOver',
      message: expect.stringContaining('AppliedWork web-1'),
    });
  });
});

describe('B/WA-062, B/WA-063: who else owns an object', () => {
  const STALE = { ...OWNER, uid: 'u0' };

  it('owners that may share it stay when AppliedWorks that are no more go', () => {
    const step = plan(live([STALE, SOMEBODY], { a: '0' }), { allowCoOwnership: true });
    expect(step).toMatchObject({ kind: 'takeOver', by: { type: 'strategic' } });
    expect('by' in step && typeof step.by === 'object' && step.by.body.metadata).toMatchObject({
      ownerReferences: [OWNER, { uid: 'u0', $patch: 'delete' }],
    });
  });

  it.each([
    ['an AppliedWork of another group', { ...STALE, apiVersion: 'example.com/v1' }, 'AppliedWork web-work'],
    ['another kind of our group', { ...STALE, kind: 'Work' }, 'Work web-work'],
  ])('%s of our name is a stranger', (_, owner, named) => {
    expect(plan(live([owner]))).toEqual({
      kind: 'refuse',
      reason: 'FailedToTakeOver',
      message: `the object is owned by ${named} on the member cluster and allowCoOwnership is not set`,
    });
  });

  it('RUL 35: our reference is put right where somebody has made it block', () => {
    expect(plan(live([{ ...OWNER, blockOwnerDeletion: true }]))).toMatchObject({
      kind: 'patch',
      body: { metadata: { ownerReferences: [OWNER] } },
    });
  });

  it('B/WA-010: nobody is named as owner while there is no AppliedWork', () => {
    const step = planApply({ manifest, strategy: {}, owner: { ...OWNER, uid: '' } });
    expect(step).toMatchObject({ kind: 'create', body: { data: { a: '1' } } });
    expect(step).not.toHaveProperty('body.metadata.ownerReferences');
  });
});
