import { sumSizes } from './sumSizes';

it('what a snapshot holds is summed by namespace, cluster-wide objects first (ui §5.4)', () => {
  const sizes = sumSizes([
    { namespace: 'shop', bytes: 10 },
    { namespace: 'api', bytes: 3 },
    { namespace: 'shop' },
    { bytes: 1 },
  ]);
  expect(sizes).toEqual({
    objects: 4,
    bytes: 14,
    namespaces: [
      { objects: 1, bytes: 1 },
      { namespace: 'api', objects: 1, bytes: 3 },
      { namespace: 'shop', objects: 2, bytes: 10 },
    ],
  });
  expect(sumSizes([])).toEqual({ objects: 0, bytes: 0, namespaces: [] });
});
