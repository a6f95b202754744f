import { plus, toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON } from '../testing/builders';
import type { StageProgress, TaskProgress } from '../updaterun/state';
import type { AddedGate } from '../staged/gates/gate';
import { started } from '../updaterun/decideRun.testing';
import { anUpdatedStage, askedTask, aStageProgress, at, buildRun, remembering } from './runView.testing';
import { comingEnds, failureBlocker, thenInWords } from './runWords';

const wait: TaskProgress = { kind: 'TimedWait', waitMs: 3_600_000 };
const staging = (after: readonly TaskProgress[] = [wait]) => anUpdatedStage('staging', { after: [...after] });
const freeze = (waits?: AddedGate['waits']): TaskProgress => ({
  kind: 'Freeze',
  added: { title: 'Change freeze', says: 'no Saturday', ...(waits && { waits }) },
});
const shut = { message: 'it is Saturday', actor: 'engine', since: started } as const;
const until = plus(NOON, 3_600_000);
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
    [
      'nothing yet, while an added gate beside it is shut',
      [staging([wait, freeze(shut)]), canary()],
      'Wait after staging ends; Change freeze after staging still holds it.',
    ],
    [
      'nothing yet, where an added gate comes next',
      [staging(), canary({ before: [freeze()] })],
      'Wait after staging ends; Change freeze before canary comes next.',
    ],
    [
      'its stage, where an added gate before it knows its end',
      [canary({ enteredAt: started, before: [freeze({ ...shut, until })] })],
      'Change freeze before canary ends, canary starts: 1 cluster.',
    ],
    [
      'nothing yet, while an approval beside the added gate is open',
      [staging([askedTask('staging'), freeze({ ...shut, until })]), canary()],
      'Change freeze after staging ends; its approval is still open.',
    ],
  ])('%s', (_, stages, words) => {
    expect(comingEnds(buildRun(at(stages))).map(({ text }) => text)).toEqual([words]);
  });

  it('is none of a gate whose end nobody knows', () => {
    const stages = [canary({ enteredAt: started, before: [freeze(shut)] })];
    expect(comingEnds(buildRun(at(stages)))).toEqual([]);
  });
});

describe('what comes after a stage, ui §5.6', () => {
  it.each<[string | undefined, readonly TaskProgress[]]>([
    [undefined, []],
    ['Then a wait.', [wait]],
    ['Then a wait and one more approval.', [wait, askedTask('staging')]],
    [
      'Then a wait, one more approval and Change freeze (no Saturday).',
      [wait, askedTask('staging'), freeze()],
    ],
  ])('%s', (words, after) => {
    const [result] = buildRun(at([staging(after)])).stages;
    expect(thenInWords(result.after)).toBe(words);
  });
});

describe('a run that ended badly, as trouble on the overview', () => {
  it('says at which stage, why and on which clusters', () => {
    const failed = { at: NOON, message: 'cluster c2 has failed' };
    const stages = [
      staging(),
      canary({ clusters: [{ cluster: 'c1' }, { cluster: 'c2', startedAt: NOON, failed }], failed }),
    ];
    expect(failureBlocker(buildRun(remembering(at(stages), { failed })))).toEqual({
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
    expect(failureBlocker(buildRun(remembering(at([canary()]), { initializationFailed })))).toMatchObject({
      cause: 'RunNotPrepared',
      message: 'Could not be prepared: c1 is in two stages',
      clusterCount: 0,
    });
  });

  it('is none while it goes on', () => {
    expect(failureBlocker(buildRun(at([canary()])))).toBeUndefined();
  });
});
