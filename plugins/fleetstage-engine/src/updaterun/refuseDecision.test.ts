import { refuseDecision, type GateForPeople } from './refuseDecision';

const open: GateForPeople = {
  ...{ run: 'web-1', stage: 'canary', when: 'after' },
  ...{ isUsed: false, isStopped: false, isAsked: true },
};

it.each<[Partial<GateForPeople>, string | undefined]>([
  [{}, undefined],
  [{ end: 'ended', isUsed: true }, 'run "web-1" was ended; nothing about it can change any more'],
  [
    { isUsed: true },
    'the approval after stage "canary" of run "web-1" was given, and the next stage has begun',
  ],
  [{ isStopped: true }, 'run "web-1" was stopped; resume it first'],
  [{ isStopped: true, refusedBy: 'ada' }, 'run "web-1" was stopped when ada said no; resume it first'],
  [{ isAsked: false }, 'the approval after stage "canary" of run "web-1" has not been asked for yet'],
])('C/AP-012, AP-016: %j', (patch, sentence) => {
  expect(refuseDecision({ ...open, ...patch })).toBe(sentence);
});
