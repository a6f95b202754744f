import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { foldLines, projectSequenceEvent, type ToldLine } from './projectSequenceEvent';

const line = (id: number, more: Partial<ToldLine> = {}): ToldLine => ({
  id,
  kind: 'Rollout',
  name: 'bank-cp-1-31-2',
  event: 'ClusterUpgradeStarted',
  stage: 'testing',
  message: `Cluster t${id} is upgraded.`,
  isWarning: false,
  at: instant(1_000 * id),
  ...more,
});
const OBJECT = { kind: 'Rollout', name: 'bank-cp-1-31-2', uid: 'u' } as const;

describe('Events of sequences (E §8)', () => {
  it('a few lines are Events of their own; a wave of clusters is one', () => {
    const few = [1, 2, 3].map(id => line(id));
    expect(foldLines(few)).toEqual(few.map(one => [one]));
    const wave = [1, 2, 3, 4].map(id => line(id));
    const other = line(5, { stage: 'production' });
    expect(foldLines([...wave, other])).toEqual([wave, [other]]);
  });

  it('is found again by its line, and counts what was folded', () => {
    const [first, second] = [line(1), line(2, { isWarning: true })];
    const event = projectSequenceEvent(OBJECT, [first, second]);
    expect(event).toMatchObject({
      involvedObject: { apiVersion: 'fleetstage.io/v1alpha1', ...OBJECT },
      type: 'Warning',
      reason: 'ClusterUpgradeStarted',
      message: 'Cluster t1 is upgraded, and 1 more like it.',
      count: 2,
      firstTimestamp: '1970-01-01T00:00:01Z',
      lastTimestamp: '1970-01-01T00:00:02Z',
    });
    expect(projectSequenceEvent(OBJECT, [first]).metadata.name).toBe(event.metadata.name);
    expect(projectSequenceEvent(OBJECT, [second]).metadata.name).not.toBe(event.metadata.name);
    expect(projectSequenceEvent(OBJECT, [first])).toMatchObject({
      type: 'Normal',
      message: first.message,
      count: 1,
    });
  });
});
