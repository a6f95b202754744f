import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  anUnscheduledBinding,
  aScheduledBinding,
  minutesBefore,
  NOON,
  pickFixed,
  secondsAfter,
} from '../testing/builders';
import { ASKED, aDrainOf, anEvictionOf, goneFromFirst, onThree } from './drain.testing';
import { viewDrain } from './viewDrain';

const LATER = secondsAfter(60);
const MIN_3 = { budget: { minAvailable: 3 } };
const fixed = (key: string) => onThree(key, {}, { placement: { spec: { policy: pickFixed('c1') } } });
const aLeavingBinding = anUnscheduledBinding('c1', { releasedAt: NOON });
const gone = (key: string) => goneFromFirst(key, { evictions: [anEvictionOf(key)] });

describe('the progress of a drain', () => {
  it.each([
    [
      'idle',
      aDrainOf([onThree('web')], { taints: [], annotations: {} }),
      'Not cordoned: placements may be picked for the cluster.',
    ],
    [
      'idle',
      aDrainOf([onThree('web')], { taints: [] }),
      'A drain is asked for, and the taint of the cordon is missing, so nothing is evicted; add the taint.',
    ],
    [
      'cordoned',
      aDrainOf([onThree('web')], { annotations: {} }),
      'Cordoned: no placement is picked for the cluster, and those that are there stay.',
    ],
    ['draining', aDrainOf([onThree('web')]), 'Draining: 0 of 1 placement evicted.'],
    [
      'draining',
      aDrainOf([gone('api'), onThree('web'), onThree('job', {}, MIN_3)]),
      'Draining: 1 of 3 placements evicted; job is blocked.',
    ],
    [
      'blocked',
      aDrainOf([gone('api'), onThree('job', {}, MIN_3), onThree('web', {}, MIN_3), fixed('cache')]),
      'Blocked: 1 of 3 placements evicted; job, web are blocked; cache stays.',
    ],
    [
      'blocked',
      aDrainOf([onThree('web', {}, { placement: undefined })]),
      'Blocked: 0 of 1 placement evicted; web is blocked.',
    ],
    ['drained', aDrainOf([]), 'Drained: nothing had to be evicted.'],
    ['drained', aDrainOf([gone('api'), gone('web')]), 'Drained: 2 placements evicted.'],
    [
      'drained',
      aDrainOf([gone('api'), fixed('cache'), onThree('shop/web')]),
      'Drained: 1 placement evicted; cache and shop/web stay.',
    ],
    ['drained', aDrainOf(['a', 'b', 'c'].map(fixed)), 'Drained: nothing had to be evicted; a, b and c stay.'],
    [
      'draining',
      aDrainOf([onThree('job', {}, { bindings: [aLeavingBinding] }), onThree('web')]),
      'Draining: 0 of 2 placements evicted.',
    ],
    [
      'draining',
      aDrainOf([onThree('job', {}, { bindings: [aLeavingBinding] })]),
      'Draining: 0 of 1 placement evicted.',
    ],
    [
      'drained',
      aDrainOf(['a', 'b', 'c', 'd'].map(fixed)),
      'Drained: nothing had to be evicted; a, b, c and 1 more stay.',
    ],
    [
      'drained',
      aDrainOf([onThree('web', {}, { bindings: [aScheduledBinding('c1')] })]),
      'Drained: nothing had to be evicted.',
    ],
  ])('C/DR-009: %s', (state, input, sentence) => {
    const view = viewDrain(input, LATER);
    expect([view.state, view.sentence]).toEqual([state, sentence]);
  });

  it('C/DR-008: counts those that cannot be decided as blocked', () => {
    const undecidable = onThree('web', {}, { placement: undefined });
    expect(viewDrain(aDrainOf([undecidable, onThree('job', {}, MIN_3)]), LATER)).toMatchObject({
      ...{ state: 'blocked', blocked: 2, total: 2 },
    });
  });

  it('counts, and says who asked', () => {
    const input = aDrainOf([gone('api'), onThree('job', {}, MIN_3), onThree('web'), fixed('cache')]);
    expect(viewDrain(input, LATER)).toMatchObject({
      request: { reason: 'new kernel', by: 'user:default/anna', at: NOON },
      evicted: 1,
      total: 3,
      blocked: 1,
      stays: 1,
    });
  });

  it('counts evictions since the drain was asked for, or by a drain where that is not known', () => {
    const undated = { annotations: { [annotationKeys.drain]: 'kernel' } };
    const by = (name: string) => [goneFromFirst('web', { evictions: [anEvictionOf('web', { name })] })];
    expect(viewDrain(aDrainOf(by('drain-eviction-web-c1-1'), undated), LATER).evicted).toBe(1);
    expect(viewDrain(aDrainOf(by('by-hand'), undated), LATER).evicted).toBe(0);
    expect(viewDrain(aDrainOf(by('by-hand'), { annotations: ASKED }), LATER).evicted).toBe(1);
    const drainAt = ASKED[annotationKeys.drainAt];
    const early = { createdAt: minutesBefore(60) };
    const made = (patch: object) => [goneFromFirst('web', { evictions: [anEvictionOf('web', patch)] })];
    expect(viewDrain(aDrainOf(made(early)), LATER).evicted).toBe(0);
    expect(viewDrain(aDrainOf(made({ ...early, drainAt })), LATER).evicted).toBe(1);
    expect(viewDrain({ ...aDrainOf(by('by-hand')), since: secondsAfter(1) }, LATER).evicted).toBe(0);
  });
});
