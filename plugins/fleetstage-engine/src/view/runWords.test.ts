import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON } from '../testing/builders';
import type { StageProgress, TaskProgress } from '../updaterun/state';
import { anUpdatedStage, askedTask, aStageProgress, at, draw, remembering } from './runView.testing';
import { failureBlocker, whatWaitEnds } from './runWords';

const wait: TaskProgress = { kind: 'TimedWait', waitMs: 3_600_000 };
const staging = (after: readonly TaskProgress[] = [wait]) => anUpdatedStage('staging', { after: [...after] });
const canary = (patch: Partial<StageProgress> = {}) => aStageProgress('canary', patch);

describe('what the end of a wait sets off, ui §5.1', () => {
  it.each<[string, readonly StageProgress[], string]>([
    ['the next stage', [staging(), canary()], 'Wait after staging ends, canary starts: 1 cluster.'],
    [
      'nothing yet, while an approval beside it is open',
      [staging([wait, askedTask('staging')]), canary()],
      'Wait after staging ends; its approval is still open.',
    ],
    [
      'nothing yet, where the next stage has a gate before it',
      [staging(), canary({ before: [{ kind: 'Approval' }] })],
      'Wait after staging ends; canary has a gate of its own before it starts.',
    ],
    ['the end of the run', [staging()], 'Wait after staging ends.'],
  ])('%s', (_, stages, words) => {
    expect(whatWaitEnds(draw(at(stages)), 'staging')).toBe(words);
  });
});

describe('a run that ended badly, as trouble on the overview', () => {
  it('says at which stage, why and on which clusters', () => {
    const failed = { at: NOON, message: 'cluster c2 has failed' };
    const stages = [
      staging(),
      canary({ clusters: [{ cluster: 'c1' }, { cluster: 'c2', startedAt: NOON, failed }], failed }),
    ];
    expect(failureBlocker(draw(remembering(at(stages), { failed })))).toEqual({
      cause: 'RunFailed',
      state: 'failing',
      message: 'Failed at canary: cluster c2 has failed',
      stage: 'canary',
      clusters: ['c2'],
      clusterCount: 1,
      since: toRfc3339(NOON),
      actor: 'operator',
    });
  });

  it('says that it could not be prepared', () => {
    const initializationFailed = { at: NOON, message: 'c1 is in two stages' };
    expect(failureBlocker(draw(remembering(at([canary()]), { initializationFailed })))).toMatchObject({
      cause: 'RunNotPrepared',
      message: 'Could not be prepared: c1 is in two stages',
      clusterCount: 0,
    });
  });

  it('is none while it goes on', () => {
    expect(failureBlocker(draw(at([canary()])))).toBeUndefined();
  });
});
