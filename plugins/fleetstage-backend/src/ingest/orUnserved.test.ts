import { NotFoundError, TransientError } from '@fleetstage/kube-client';
import { orUnserved } from './orUnserved';

describe('orUnserved', () => {
  const absent = new NotFoundError('the server could not find the requested resource', {});
  const watch = (kind: 'Rollout' | 'MemberCluster') => {
    const problems: unknown[] = [];
    const unserved: unknown[] = [];
    const { onProblem } = orUnserved(
      kind,
      error => problems.push(error),
      error => unserved.push(error),
    );
    return { onProblem, problems, unserved };
  };

  it('says once that a kind of sequences is not served, which is no problem of the hub', () => {
    const { onProblem, problems, unserved } = watch('Rollout');
    onProblem(absent, 500);
    onProblem(absent, 1_000);
    expect([problems, unserved]).toEqual([[], [absent]]);
  });

  it('leaves every other problem, and every other kind, to the connection', () => {
    const outage = new TransientError('connect ECONNREFUSED', { isClusterWide: true });
    const rollouts = watch('Rollout');
    rollouts.onProblem(outage, 500);
    expect([rollouts.problems, rollouts.unserved]).toEqual([[outage], []]);
    const members = watch('MemberCluster');
    members.onProblem(absent, 500);
    expect([members.problems, members.unserved]).toEqual([[absent], []]);
  });
});
