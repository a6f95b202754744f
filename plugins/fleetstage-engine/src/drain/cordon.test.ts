import { annotationKeys, type MemberClusterTaint } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON } from '../testing/builders';
import {
  CORDON_TAINT,
  drainRequestOf,
  isCordoned,
  toleratesCordon,
  withCordon,
  withoutCordon,
} from './cordon';
import { ASKED } from './drain.testing';

const GPU: MemberClusterTaint = { key: 'gpu', value: 'true', effect: 'NoSchedule' };
const SIMILAR: MemberClusterTaint = { ...CORDON_TAINT, value: 'other' };
const OF_ANOTHER_KEY: MemberClusterTaint = { ...CORDON_TAINT, key: 'other' };
const OF_ANOTHER_EFFECT = { ...CORDON_TAINT, effect: 'PreferNoSchedule' };

describe('the taint of a cordon', () => {
  it('C/DR-003: is exactly cordon-key=cordon-value:NoSchedule', () => {
    expect(CORDON_TAINT).toEqual({ key: 'cordon-key', value: 'cordon-value', effect: 'NoSchedule' });
  });

  it.each([
    ['no taints', undefined, [CORDON_TAINT]],
    ['another one', [GPU], [GPU, CORDON_TAINT]],
    ['a similar one', [SIMILAR], [SIMILAR, CORDON_TAINT]],
    ['one of another key', [OF_ANOTHER_KEY], [OF_ANOTHER_KEY, CORDON_TAINT]],
    ['one of another effect', [OF_ANOTHER_EFFECT], [OF_ANOTHER_EFFECT, CORDON_TAINT]],
    ['an identical one', [CORDON_TAINT, GPU], [CORDON_TAINT, GPU]],
  ])('C/DR-003: is added to %s once', (_, taints, expected) => {
    expect(withCordon(taints)).toEqual(expected);
    expect(isCordoned(withCordon(taints))).toBe(true);
  });

  it.each([
    ['nothing', undefined, []],
    ['others', [GPU, SIMILAR], [GPU, SIMILAR]],
    ['itself', [GPU, CORDON_TAINT, SIMILAR], [GPU, SIMILAR]],
  ])('C/DR-015: taken from %s leaves all others', (_, taints, expected) => {
    expect(withoutCordon(taints)).toEqual(expected);
    expect(isCordoned(withoutCordon(taints))).toBe(false);
  });

  it.each([
    ['nothing', undefined, false],
    ['another taint', [{ key: 'gpu', operator: 'Exists' as const }], false],
    ['everything', [{ operator: 'Exists' as const }], true],
    ['its key', [{ key: 'cordon-key', operator: 'Exists' as const }], true],
    ['its key and value', [{ key: 'cordon-key', value: 'cordon-value' }], true],
  ])('C/MC-068: is tolerated by a placement that tolerates %s: %j → %s', (_, tolerations, expected) => {
    expect(toleratesCordon(tolerations)).toBe(expected);
  });
});

describe('the request of a drain', () => {
  it.each([
    [{}, undefined],
    [{ [annotationKeys.drainBy]: 'anna' }, undefined],
    [ASKED, { reason: 'new kernel', by: 'user:default/anna', at: NOON }],
    [{ [annotationKeys.drain]: '' }, {}],
    [{ [annotationKeys.drain]: '  ' }, {}],
    [
      {
        [annotationKeys.drain]: ' kernel ',
        [annotationKeys.drainBy]: ' ',
        [annotationKeys.drainAt]: 'today',
      },
      { reason: 'kernel' },
    ],
  ])('of %j is %j', (annotations, expected) => expect(drainRequestOf(annotations)).toStrictEqual(expected));
});
