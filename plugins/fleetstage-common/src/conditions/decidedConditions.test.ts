import type { Condition } from '../api/meta';
import { instant } from '../values/instant';
import { decidedConditions, resumedConditions, type DecisionToWrite } from './decidedConditions';

const NOW = instant(Date.parse('2026-11-21T12:00:00Z'));
const EARLIER = '2026-11-21T11:00:00Z';
const said = (type: string, status: 'True' | 'False', patch: Partial<Condition> = {}): Condition => ({
  type,
  status,
  observedGeneration: 2,
  lastTransitionTime: EARLIER,
  reason: 'ByHand',
  message: '',
  ...patch,
});
const ours = { reason: 'FleetstageApproved' };
const approve: DecisionToWrite = { verdict: 'approved', actor: 'user:default/ada', comment: 'fine' };
const reject: DecisionToWrite = { verdict: 'rejected', actor: 'user:default/ada', comment: 'slow' };
const withdraw: DecisionToWrite = { verdict: 'withdrawn', actor: 'user:default/ada' };

it.each<{ rule: string; before: Condition[]; decision: DecisionToWrite; after: string[] }>([
  { rule: 'an approval', before: [], decision: approve, after: ['Approved True now'] },
  {
    rule: 'an approval that kubectl has given',
    before: [said('Approved', 'True')],
    decision: approve,
    after: ['Approved True before'],
  },
  {
    rule: 'an approval of another generation',
    before: [said('Approved', 'True', { observedGeneration: 1 })],
    decision: approve,
    after: ['Approved True before'],
  },
  {
    rule: 'an approval after a rejection',
    before: [said('FleetstageRejected', 'True')],
    decision: approve,
    after: ['FleetstageRejected False now', 'Approved True now'],
  },
  {
    rule: 'a rejection beside what others say',
    before: [said('Foreign', 'True')],
    decision: reject,
    after: ['Foreign True before', 'FleetstageRejected True now'],
  },
  {
    rule: 'our approval taken back',
    before: [said('Approved', 'True', ours)],
    decision: withdraw,
    after: ['Approved False now'],
  },
  {
    rule: 'the approval of kubectl that was seen, taken back',
    before: [said('Approved', 'True')],
    decision: { ...withdraw, undoes: instant(Date.parse(EARLIER)) },
    after: ['Approved False now'],
  },
  {
    rule: 'a later approval of kubectl, which nobody took back',
    before: [said('Approved', 'True')],
    decision: { ...withdraw, undoes: instant(Date.parse('2026-11-21T10:00:00Z')) },
    after: ['Approved True before'],
  },
])('$rule', ({ before, decision, after }) => {
  const conditions = decidedConditions(before, decision, { generation: 2, now: NOW });
  const lines = conditions.map(
    ({ type, status, lastTransitionTime }) =>
      `${type} ${status} ${lastTransitionTime === EARLIER ? 'before' : 'now'}`,
  );
  expect(lines).toEqual(after);
  expect(conditions.filter(({ observedGeneration }) => observedGeneration !== 2)).toEqual([]);
  expect(decidedConditions(conditions, decision, { generation: 2, now: NOW })).toEqual(conditions);
});

it.each([
  ['DR-017', 'ClusterApprovalRequest', undefined, 'ClusterApprovalRequest has been approved'],
  ['DR-018', 'ApprovalRequest', 'fine', 'ApprovalRequest has been approved: fine'],
])('C/%s: kubectl approves a %s in the words of KubeFleet', (_, requestKind, comment, message) => {
  const decision: DecisionToWrite = {
    ...{ verdict: 'approved', actor: 'ada', requestKind },
    ...(comment !== undefined && { comment }),
  };
  expect(decidedConditions([], decision, { generation: 1, now: NOW })).toEqual([
    {
      type: 'Approved',
      status: 'True',
      reason: `${requestKind}Approved`,
      message,
      observedGeneration: 1,
      lastTransitionTime: '2026-11-21T12:00:00Z',
    },
  ]);
});

it('a run that goes on clears who said no, and leaves approvals', () => {
  const before = [said('Approved', 'True', ours), said('FleetstageRejected', 'True')];
  const after = resumedConditions(before, { generation: 2, now: NOW });
  expect(after.map(({ type, status }) => `${type} ${status}`)).toEqual([
    'Approved True',
    'FleetstageRejected False',
  ]);
  expect(resumedConditions(after, { generation: 2, now: NOW })).toBe(after);
});
