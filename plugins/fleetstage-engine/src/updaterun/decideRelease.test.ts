import type { Binding } from '../state/placement';
import { NOON, anUnscheduledBinding, secondsAfter } from '../testing/builders';
import { decide, inTheMiddle, started } from './decideRun.testing';
import { newProgress } from './progress';
import type { StageProgress } from './state';

describe('deletion stage', () => {
  const deleting = (bindings: Binding[], patch: Partial<StageProgress> = {}) => {
    const state = inTheMiddle([], [], { bindings });
    return {
      ...state,
      progress: {
        ...state.progress!,
        deletion: { ...newProgress.deletion, clusters: [{ cluster: 'c8' }, { cluster: 'c9' }], ...patch },
      },
    };
  };

  it('C/UR-125, UR-126, TR-049, TR-067: all releases are asked for in one pass', () => {
    const { kinds, progress, causes } = decide(
      deleting([anUnscheduledBinding('c8'), anUnscheduledBinding('c9')]),
    );
    expect([kinds, causes]).toEqual([
      ['releaseBinding', 'releaseBinding'],
      ['ReleasePending', 'ReleasePending'],
    ]);
    expect(progress.deletion).toMatchObject({ startedAt: NOON, phase: { kind: 'Running' } });
  });

  it('C/UR-131, UR-132, TR-050, TR-068, CC-006: what is gone already is done, whoever removed it', () => {
    const { kinds, progress } = decide(deleting([]));
    expect([kinds, progress.succeededAt]).toEqual([[], NOON]);
    expect(progress.deletion.clusters[0]).toEqual({ cluster: 'c8', startedAt: NOON, succeededAt: NOON });
  });

  it('C/UR-127: a release that another run asked for is awaited', () => {
    expect(decide(deleting([anUnscheduledBinding('c8', { releasedAt: started })])).kinds).toEqual([]);
  });

  it('C/UR-114, UR-133: a member that never confirms is shown stuck', () => {
    const state = deleting([anUnscheduledBinding('c9', { releasedAt: started })], {
      enteredAt: started,
      startedAt: started,
      clusters: [{ cluster: 'c9', startedAt: started }],
    });
    expect(decide(state, secondsAfter(300, started)).progress.phase?.kind).toBe('Stuck');
  });
});
