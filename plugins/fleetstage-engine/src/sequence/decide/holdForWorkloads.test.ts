import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { WorkloadUpdate } from '../state/sequenceState';
import { MINUTE, START } from './sequenceStory.testing';
import { CP, small } from './smallStory.testing';

const moved = (minutesAgo: number, patch: Partial<WorkloadUpdate> = {}): WorkloadUpdate => ({
  ...{ placement: 'shop/web', since: plus(START, -minutesAgo * MINUTE) },
  ...patch,
});

describe('a target on whose cluster workloads are being updated (holdWorkloads)', () => {
  it('waits for them and says for which, until they count as broken; the others of the stage go on', () => {
    const story = small().moveWorkload('t1', moved(1));
    story.pass();
    expect(story.upgrades.map(({ cluster }) => cluster)).toEqual(['t2']);
    expect(story.target(CP, 't1')).toMatchObject({
      ...{ state: 'Pending', reason: 'ClusterNotReady', until: plus(START, 4 * MINUTE) },
      message:
        'The control plane runs 1.30.9, the target is 1.31.2; placement "shop/web" is being updated on it.',
    });
    expect(story.last.blockers).toContainEqual(
      expect.objectContaining({ cause: 'ClusterNotReady', clusters: ['t1'], until: plus(START, 4 * MINUTE) }),
    );
    story.runUntil(plus(START, 4 * MINUTE));
    expect(story.upgrades.map(({ cluster }) => cluster)).toContain('t1');
  });

  it('begins as soon as they are at rest', () => {
    const story = small().moveWorkload('t1', moved(1));
    story.pass();
    story.moveWorkload('t1', undefined).pass();
    expect(story.upgrades.map(({ cluster }) => cluster).sort()).toEqual(['t1', 't2']);
  });

  it('names the run that moved them', () => {
    const story = small().moveWorkload('t1', moved(1, { run: 'run-1' }));
    story.pass();
    expect(story.target(CP, 't1')?.message).toMatch(
      /placement "shop\/web" is being updated on it by update run "run-1"$/,
    );
  });

  it('does not wait for what was moved five minutes ago: it is broken', () => {
    const story = small().moveWorkload('t1', moved(5));
    story.pass();
    expect(story.upgrades.map(({ cluster }) => cluster).sort()).toEqual(['t1', 't2']);
  });

  it('that is under way is not stopped', () => {
    const story = small();
    story.pass();
    story.moveWorkload('t1', moved(0)).pass();
    expect(story.target(CP, 't1')).toMatchObject({ state: 'Running' });
    expect(story.upgrades.map(({ cluster }) => cluster).sort()).toEqual(['t1', 't2']);
  });
});
