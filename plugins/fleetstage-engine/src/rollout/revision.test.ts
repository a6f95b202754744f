import { NO_OVERRIDES } from '../desired/desired';
import { aBoundBinding, aScheduledBinding, NOON } from '../testing/builders';
import { advanceBinding, startedMessage } from './revision';

const strategy = { type: 'ClientSideApply' } as const;
const rollout = { status: 'True', reason: 'RolloutStarted', message: '', at: NOON } as const;
const four = { index: 4, hash: 'four' };
const to = { snapshot: four, applyStrategy: strategy, overrides: NO_OVERRIDES, rollout };
const five = { ...to, snapshot: { index: 5, hash: 'five' } };

describe('advanceBinding', () => {
  it('B/RO-083: never comes back to a revision: what was observed before a detour is no evidence after it', () => {
    const first = advanceBinding(aScheduledBinding('c1'), to);
    const back = advanceBinding(advanceBinding(first, five), to);
    expect(back.resourceIndex).toBe(first.resourceIndex);
    expect(back.revision).not.toBe(first.revision);
  });

  it('takes over a revision in any form', () => {
    expect(advanceBinding(aBoundBinding('c1', { revision: 'r0' }), to).revision).toMatch(/^[0-9a-f]{16}-1$/);
  });

  it('forgets that the cluster was once unpicked', () => {
    expect(advanceBinding(aBoundBinding('c1', { previousPhase: 'Bound' }), to)).not.toHaveProperty(
      'previousPhase',
    );
  });

  it('keeps the overrides that it was assigned with, and forgets those of before', () => {
    const snapshots = [
      { kind: 'ClusterResourceOverrideSnapshot', name: 'o-0', hash: 'o', rules: [0] },
    ] as const;
    const overrides = { snapshots, variables: {} };
    const result = advanceBinding(aScheduledBinding('c1'), { ...to, overrides });
    expect(result.overrides).toEqual(overrides);
    expect(advanceBinding(result, to)).not.toHaveProperty('overrides');
  });
});

describe('startedMessage', () => {
  it('has the words of requirement 000', () => {
    expect(startedMessage(5, { name: 'example-run' })).toBe(
      'Detected the new changes on the resources and started the rollout process, resourceSnapshotIndex: 5, clusterStagedUpdateRun: example-run',
    );
  });

  it('C/UR-008: names the kind of a run of a namespace', () => {
    expect(startedMessage(5, { namespace: 'shop', name: 'web-1' })).toMatch(/, stagedUpdateRun: web-1$/);
  });
});
