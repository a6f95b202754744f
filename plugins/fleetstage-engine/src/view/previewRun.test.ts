import { paceOf } from './previewRun';

it.each<[clusters: number, maxConcurrency: number | string | undefined, slots: number, waves: number]>([
  [12, 3, 3, 4],
  [13, 3, 3, 5],
  [12, '25%', 3, 4],
  [3, undefined, 1, 3],
  [2, 5, 2, 1],
  [0, 3, 1, 0],
])('%p clusters, %p at once: %p slots, %p waves, ui §5.5', (clusters, maxConcurrency, slots, waves) => {
  expect(paceOf({ maxConcurrency }, clusters)).toEqual({ slots, waves });
});
