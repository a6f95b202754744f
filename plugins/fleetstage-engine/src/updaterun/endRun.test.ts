import { NOON, aBoundBinding, aStage } from '../testing/builders';
import { projectRun } from '../status/projectRun';
import { busy, decide, done, inState, inTheMiddle, started } from './decideRun.testing';
import { newProgress } from './progress';
import { selectRunsAhead } from './selectRunsAhead';
import type { RunEnd } from './state';

const WHY: RunEnd = { reason: 'the image does not exist', actor: 'user:default/anna' };

const clusters = [
  { cluster: 'c1', startedAt: started, succeededAt: done },
  { cluster: 'c2', startedAt: started },
  { cluster: 'c3' },
];

const ending = (state: 'Run' | 'Stop' | 'Initialize', end: RunEnd = WHY) =>
  inTheMiddle([aStage('staging')], [busy(clusters)], {
    run: inState(state, { end }),
    bindings: clusters.map(({ cluster }, i) =>
      aBoundBinding(cluster, { applyStrategy: {}, resourceIndex: i === 2 ? 13 : 14 }),
    ),
  });

describe('the end of a run that a person asks for (RUL 49)', () => {
  it.each(['Run', 'Stop', 'Initialize'] as const)(
    'RUL 49: ends it in the state %s and moves nothing',
    state => {
      const { progress, kinds, causes, events } = decide(ending(state));
      expect([kinds, causes, events]).toEqual([[], [], ['ended']]);
      expect(progress.phase?.kind).toBe('Ended');
      expect(progress.stages[0].phase?.kind).toBe('Ended');
      expect(progress.stages[0].clusters).toEqual(clusters);
    },
  );

  it('RUL 49: says who, why, and what stays', () => {
    const { progress } = decide(ending('Run'));
    expect(projectRun({ generation: 1 }, progress).conditions).toEqual([
      expect.objectContaining({ type: 'Initialized', status: 'True' }),
      expect.objectContaining({ type: 'Progressing', status: 'False', reason: 'FleetstageEnded' }),
      expect.objectContaining({
        type: 'Succeeded',
        status: 'False',
        reason: 'FleetstageEnded',
        message:
          'ended by user:default/anna: the image does not exist; ' +
          '1 of 3 clusters updated, 1 in the middle of the update, 1 keeps snapshot 13',
      }),
    ]);
  });

  it('RUL 49: names the annotation where nobody is known', () => {
    const { progress } = decide(ending('Run', { reason: 'wrong day' }));
    expect(progress.ended?.message).toMatch(/^ended by an annotation on the hub: wrong day; /);
  });

  it('RUL 49: ends one that was never planned', () => {
    const { progress, kinds } = decide({ ...ending('Run'), progress: undefined });
    expect(kinds).toEqual([]);
    expect(progress.ended?.message).toBe(
      'ended by user:default/anna: the image does not exist; no cluster was updated',
    );
  });

  it('C/TR-030: it never goes on, even where the annotation is taken off', () => {
    const { progress } = decide(ending('Run'));
    const again = decide({ ...ending('Run'), run: inState('Run'), progress });
    expect([again.progress, again.kinds, again.causes]).toEqual([progress, [], []]);
  });

  it('C/TR-030: a run that has succeeded is not ended afterwards', () => {
    const progress = { ...newProgress, succeededAt: NOON };
    expect(decide({ ...ending('Run'), progress }).progress).toBe(progress);
  });

  it('RUL 4: it holds no later run any more', () => {
    const { progress } = decide(ending('Stop'));
    const later = { ...progress, turn: 2 };
    const earlier = (one: typeof progress) => [{ name: 'run-0', createdAt: NOON, progress: one }];
    expect(selectRunsAhead(later, 0, earlier({ ...ending('Run').progress!, turn: 1 }))).toHaveLength(1);
    expect(selectRunsAhead(later, 0, earlier({ ...progress, turn: 1 }))).toEqual([]);
  });
});
