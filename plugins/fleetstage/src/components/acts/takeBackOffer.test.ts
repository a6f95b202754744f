import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { canTakeBack } from './takeBackOffer';

const gate = (state: Schemas['GateState'], isAllowed?: boolean): Schemas['Gate'] => ({
  kind: 'approval',
  task: 'after',
  stage: 'canary',
  state,
  requestUid: 'uid-1',
  ...(isAllowed !== undefined && { mayWithdraw: { isAllowed } }),
});

describe('the offer to take an approval back', () => {
  it.each([
    ['a read from before the approval', gate('asked', false), false, true],
    ['given', gate('given', true), true, true],
    ['counted, and the next stage has not begun', gate('approved', true), true, true],
    ['counted, and the next stage has begun', gate('approved', false), true, false],
    ['taken back by somebody else', gate('asked', false), true, false],
    ['rejected', gate('rejected'), true, false],
  ])('%s', (_, read, wasGiven, isOffered) => {
    expect(canTakeBack(read, 'uid-1', wasGiven)).toBe(isOffered);
  });

  it('is about one request only', () => {
    expect(canTakeBack(gate('given', true), 'uid-0', true)).toBe(false);
  });
});
