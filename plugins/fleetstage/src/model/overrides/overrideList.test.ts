import { arrangeOverrides, type Override, type OverrideFilters } from './overrideList';

const override = (
  name: string,
  state: Override['status']['state'],
  patch: Partial<Override> = {},
): Override => ({
  scope: '_',
  name,
  kind: 'ClusterResourceOverride',
  uid: name,
  resourceVersion: '1',
  objects: [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }],
  ruleCount: 1,
  matched: 1,
  clusterCount: 2,
  status: { state, applied: 0, failed: 0, pending: 0 },
  placements: [],
  ...patch,
});
const ALL = [
  override('calm', 'applied', { changedAt: '2026-11-02T00:00:00Z' }),
  override('loud', 'failed', { placements: [{ scope: 'shop', name: 'web' }] }),
  override('idle', 'unused', { scope: 'shop', changedAt: '2026-11-03T00:00:00Z' }),
];

describe('arrangeOverrides', () => {
  it.each<[string, Partial<OverrideFilters>, readonly string[]]>([
    ['the loudest first', {}, ['loud', 'calm', 'idle']],
    ['by name', { sort: 'name' }, ['calm', 'loud', 'idle']],
    ['last changed first', { sort: 'changed' }, ['idle', 'calm', 'loud']],
    ['by a placement and a namespace', { q: 'Shop/' }, ['loud', 'idle']],
    ['by an object', { q: 'namespace web' }, ['loud', 'calm', 'idle']],
    ['by state', { state: 'unused,failed' }, ['loud', 'idle']],
  ])('%s', (_, filters, names) => {
    const arranged = arrangeOverrides(ALL, { q: '', state: '', sort: 'state', ...filters });
    expect(arranged.map(({ name }) => name)).toEqual(names);
  });
});
