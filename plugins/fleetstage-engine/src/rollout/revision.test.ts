import { aBoundBinding, aScheduledBinding, NOON, secondsAfter } from '../testing/builders';
import { advanceBinding, revisionOf, startedMessage } from './revision';

const strategy = { type: 'ClientSideApply' } as const;
const four = { index: 4, hash: 'four' };
const five = { index: 5, hash: 'five' };
const rollout = { status: 'True', reason: 'RolloutStarted', message: '', at: NOON } as const;
const advance = (binding = aScheduledBinding('c1'), snapshot = four) =>
  advanceBinding(binding, { snapshot, applyStrategy: strategy, rollout });

describe('revisionOf', () => {
  it('is the same for the same content and strategy, whatever the index', () => {
    const bound = advance();
    expect(revisionOf(bound, { snapshot: { index: 9, hash: 'four' }, applyStrategy: strategy })).toBe(
      bound.revision,
    );
    expect(revisionOf(bound, { snapshot: four, applyStrategy: { ...strategy } })).toBe(bound.revision);
  });

  it('is another one for other content, another strategy, another life of the binding', () => {
    const bound = advance();
    const others = [
      revisionOf(bound, { snapshot: five, applyStrategy: strategy }),
      revisionOf(bound, { snapshot: four, applyStrategy: { type: 'ReportDiff' } }),
      advance(aScheduledBinding('c1', { createdAt: secondsAfter(1) })).revision,
    ];
    expect(new Set([bound.revision, ...others]).size).toBe(4);
  });

  it('never comes back: what was observed before a detour is no evidence after it', () => {
    const first = advance();
    const back = advance(advance(first, five), four);
    expect(back.resourceIndex).toBe(first.resourceIndex);
    expect(back.revision).not.toBe(first.revision);
  });

  it('takes over a revision in any form', () => {
    expect(advance(aBoundBinding('c1', { revision: 'r0' })).revision).toMatch(/^[0-9a-f]{16}-1$/);
  });
});

describe('advanceBinding', () => {
  it('forgets that the cluster was once unpicked', () => {
    expect(advance(aBoundBinding('c1', { previousPhase: 'Bound' }))).not.toHaveProperty('previousPhase');
  });
});

describe('startedMessage', () => {
  it('has the words of requirement 000', () => {
    expect(startedMessage(5, 'example-run')).toBe(
      'Detected the new changes on the resources and started the rollout process, resourceSnapshotIndex: 5, clusterStagedUpdateRun: example-run',
    );
  });
});
