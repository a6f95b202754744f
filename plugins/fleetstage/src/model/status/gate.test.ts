import { gateIcon, gateStatus, isBuiltIn, isOpenApproval, plannedGateWords } from './gate';

describe('the look of a gate', () => {
  it.each([
    ['approval', 'asked', 'gate.approval.asked', 'warning'],
    ['approval', 'counting', 'gate.approval.notAsked', 'neutral'],
    ['wait', 'counting', 'gate.wait.counting', 'info'],
    ['wait', 'asked', 'gate.wait.notBegun', 'neutral'],
    ['ChangeFreeze', 'waiting', 'gate.added.waiting', 'warning'],
    ['ChangeFreeze', 'passed', 'gate.added.passed', 'success'],
    ['ChangeFreeze', 'asked', 'gate.added.notAsked', 'neutral'],
    // Named like what every object inherits.
    ['constructor', 'waiting', 'gate.added.waiting', 'warning'],
  ] as const)('of %s in %s is %s', (kind, state, label, tone) => {
    expect(gateStatus(kind, state)).toMatchObject({ label, tone });
  });

  it('has one icon per kind, and one for all that are added', () => {
    expect(gateIcon('ChangeFreeze')).toBe(gateIcon('Metrics'));
    expect(new Set(['approval', 'wait', 'ChangeFreeze'].map(gateIcon)).size).toBe(3);
    expect(isBuiltIn('ChangeFreeze')).toBe(false);
  });

  it('waits for a person only where an approval is asked for', () => {
    expect(isOpenApproval({ kind: 'approval', state: 'asked' })).toBe(true);
    expect(isOpenApproval({ kind: 'ChangeFreeze', state: 'asked' })).toBe(false);
  });
});

describe('the words of a planned gate', () => {
  const words = { wait: () => 'a wait', approval: () => 'an approval' };

  it.each([
    [{ kind: 'wait' }, 'a wait'],
    [{ kind: 'approval' }, 'an approval'],
    [{ kind: 'Freeze', title: 'Change freeze', says: 'no Saturday' }, 'Change freeze (no Saturday)'],
    [{ kind: 'Freeze', title: 'Change freeze', says: '' }, 'Change freeze'],
    [{ kind: 'Freeze' }, 'Freeze'],
  ])('%j: %s', (gate, said) => {
    expect(plannedGateWords(gate, words)).toBe(said);
  });
});
