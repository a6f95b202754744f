import { groupByLabel, groupKeys } from './groups';

const cluster = (name: string, state: string, labels: Record<string, string> = {}) => ({
  name,
  state,
  labels,
});
const FLEET = [
  cluster('c3', 'unhealthy', { 'ring': '10', 'kubernetes-fleet.io/member-name': 'c3' }),
  cluster('c1', 'healthy', { ring: '2', region: 'weu' }),
  cluster('c4', 'healthy'),
  cluster('c2', 'healthy', { ring: '10' }),
];

it('groups by any label, numbers as numbers, those without it last, and keeps the order within', () => {
  expect(
    groupByLabel(FLEET, 'ring').map(({ value, rows, healthy }) => [
      value,
      rows.map(({ name }) => name),
      healthy,
    ]),
  ).toEqual([
    ['2', ['c1'], 1],
    ['10', ['c3', 'c2'], 1],
    [undefined, ['c4'], 1],
  ]);
});

it('offers the keys that clusters have, the configured ones first, and none of the engine', () => {
  expect(groupKeys(FLEET, ['environment', 'region'])).toEqual(['environment', 'region', 'ring']);
});
