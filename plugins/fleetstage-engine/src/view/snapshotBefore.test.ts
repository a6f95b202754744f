import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RunProgress } from '../updaterun/state';
import { snapshotBefore } from './snapshotBefore';

const now = instant(0);

/** `13` runs it and is to come, `<13` had it when it was started, `-` has nothing and is to come, `<-` had nothing. */
function before(own: number, clusters: string): number | undefined {
  const given = clusters.split(' ').map((text, i) => {
    const isStarted = text.startsWith('<');
    const had = text.replace('<', '');
    return { cluster: `c${i}`, isStarted, ...(had !== '-' && { index: Number(had) }) };
  });
  const progress = {
    plan: { resourceIndex: own },
    stages: [
      {
        clusters: given.map(({ cluster, isStarted, index }) => ({
          cluster,
          ...(isStarted && { startedAt: now, ...(index !== undefined && { from: index }) }),
        })),
      },
    ],
  } as unknown as RunProgress;
  const bindings = given.map(({ cluster, isStarted, index }) => ({
    cluster,
    phase: 'Bound' as const,
    ...(isStarted ? { resourceIndex: own } : { resourceIndex: index }),
  }));
  return snapshotBefore({ progress, bindings });
}

describe('which snapshot the clusters of a run had before it, ui §5.6', () => {
  it.each<[own: number, clusters: string, expected: number | undefined]>([
    [14, '- -', undefined],
    [14, '<- -', undefined],
    [14, '12 12 13', 12],
    [14, '12 13', 13],
    // Clusters that have it already say nothing of the others.
    [14, '14 14 13', 13],
    [14, '14 14', 14],
    [14, '<14 <14', 14],
    // A run that is over says the same as while it ran.
    [2, '<1 <0 <0 <0 <0', 0],
    [2, '<1 0 0 0 0', 0],
    [2, '<- 1', 1],
  ])('run of %d, clusters %s: %p', (own, clusters, expected) => {
    expect(before(own, clusters)).toBe(expected);
  });

  it('nothing before the run is planned', () => {
    expect(snapshotBefore({ progress: undefined, bindings: [] })).toBeUndefined();
  });
});
