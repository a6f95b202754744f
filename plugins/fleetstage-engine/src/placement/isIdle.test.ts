import {
  aBoundBinding,
  aPlacement,
  aPlacementSpec,
  aResourceSnapshot,
  aScheduledBinding,
  anUnscheduledBinding,
  NOON,
} from '../testing/builders';
import { NO_OVERRIDES } from '../desired/desired';
import { advanceBinding } from '../rollout/revision';
import { isIdle } from './isIdle';
import type { Binding } from '../state/placement';

const spec = aPlacementSpec();
const snapshot = aResourceSnapshot({ index: 3 });
const applyStrategy = spec.strategy!.applyStrategy!;
const started = { status: 'True', reason: 'RolloutStarted', message: '', at: NOON } as const;
const blocked = { status: 'False', reason: 'RolloutNotStartedYet', message: '', at: NOON } as const;
const current = advanceBinding(aBoundBinding('c1'), {
  ...{ snapshot, applyStrategy, overrides: NO_OVERRIDES },
  rollout: started,
});

const external = aPlacement({ spec: { ...spec, strategy: { ...spec.strategy, type: 'External' } } });
const deleted = aPlacement({ deletedAt: NOON });
const rolling = { placement: aPlacement(), resourceSnapshots: [snapshot] };

describe('reports can move nothing', () => {
  it.each<[string, boolean, readonly Binding[], Partial<typeof rolling>]>([
    ['each has its desired state', true, [current], {}],
    [
      'one is bound and was never assigned a state',
      false,
      [current, aBoundBinding('c2', { revision: undefined })],
      {},
    ],
    ['one waits to be bound (B/RO-044)', false, [current, aScheduledBinding('c2')], {}],
    ['one is held back (B/RO-034)', false, [{ ...current, rollout: blocked }], {}],
    ['one was never let go', false, [{ ...current, rollout: undefined }], {}],
    ['there is newer content', false, [current], { resourceSnapshots: [aResourceSnapshot({ index: 4 })] }],
    ['nothing was captured', false, [current], { resourceSnapshots: [] }],
    [
      'another way to apply is wanted',
      false,
      [{ ...current, applyStrategy: { type: 'ServerSideApply' } }],
      {},
    ],
    ['one is not wanted any more', false, [current, anUnscheduledBinding('c2')], {}],
    ['one is to be cleaned (C/MC-060)', false, [{ ...current, releasedAt: NOON }], {}],
    ['the placement goes', false, [current], { placement: deleted }],
    ['nothing is placed', false, [], {}],
    ['runs move it, whatever it runs', true, [aScheduledBinding('c1'), current], { placement: external }],
    ['runs move it, nothing captured', true, [current], { placement: external, resourceSnapshots: [] }],
    ['runs move it, and one is to leave', false, [anUnscheduledBinding('c1')], { placement: external }],
    ['runs move it, one is cleaned', false, [{ ...current, releasedAt: NOON }], { placement: external }],
  ])('%s: %s', (_, expected, bindings, patch) => {
    expect(isIdle({ ...rolling, ...patch }, bindings)).toBe(expected);
  });
});
