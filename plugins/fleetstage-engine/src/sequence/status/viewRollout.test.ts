import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { days, hours, START } from '../decide/sequenceStory.testing';
import { CP, small } from '../decide/smallStory.testing';
import { comingSoakEnds } from './viewRollout';

const comingOf = (story: ReturnType<typeof small>) => comingSoakEnds(story.memoryOf(CP));

describe('what the end of a soak sets off, ui §5.1', () => {
  it('is nothing while clusters are upgraded', () => {
    const story = small();
    story.pass();
    expect(comingOf(story)).toEqual([]);
  });

  it('is the next stage, with its clusters', () => {
    expect(comingOf(small().runUntil(hours(1)))).toEqual([
      {
        at: toRfc3339((START + 3 * 86_400_000 + 600_000) as typeof START),
        stage: 'testing',
        text: 'Soak of testing ends, production starts: 1 cluster.',
      },
    ]);
  });

  it('is the end of the rollout after the last stage, and nothing once it is over', () => {
    const story = small().runUntil(days(3.5));
    expect(comingOf(story).map(({ text }) => text)).toEqual([
      'Soak of production ends: the rollout is completed.',
    ]);
    expect(comingOf(story.runUntil(days(5)))).toEqual([]);
  });

  it('is nothing yet while a person has paused the rollout', () => {
    const story = small().runUntil(hours(1)).patchRollout(CP, { state: 'Pause' });
    story.pass();
    expect(comingOf(story)).toEqual([]);
  });
});
