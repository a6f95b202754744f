import { aCluster } from '../../__testUtils__/aCluster';
import { clusterGroups } from './clusterFilters';
import { clusterNow, sortPlacements, type Cluster, type PlacementHere } from './now';
import { bytesInWords, usedOf } from './usage';

const here = (name: string, state: PlacementHere['state']): PlacementHere => ({ scope: '_', name, state });

const cluster = (state: Cluster['state'], placementsHere: PlacementHere[] = []): Cluster =>
  aCluster({
    state,
    placements: placementsHere.length,
    placementsHere,
    notAvailable: placementsHere.length,
  });

describe('a cluster', () => {
  it('speaks of itself before what it carries', () => {
    const broken = here('web', 'applyFailed');
    expect(clusterNow(cluster('healthy'))).toEqual({ kind: 'well' });
    const short = here('a', 'notAvailable');
    expect(clusterNow(cluster('healthy', [here('b', 'available'), short]))).toEqual({
      kind: 'placement',
      placement: short,
    });
    expect(clusterNow(cluster('healthy', [short, broken]))).toEqual({ kind: 'placement', placement: broken });
    expect(clusterNow(cluster('healthy', [here('a', 'available'), broken]))).toEqual({
      kind: 'placement',
      placement: broken,
    });
    expect(clusterNow(cluster('noHeartbeat', [broken]))).toEqual({ kind: 'member', state: 'noHeartbeat' });
  });

  it('lists trouble first', () => {
    const sorted = sortPlacements([
      here('b', 'available'),
      here('a', 'available'),
      here('z', 'notAvailable'),
      here('y', 'notSent'),
    ]);
    expect(sorted.map(({ name }) => name)).toEqual(['y', 'z', 'a', 'b']);
  });

  it.each([
    ['trouble', 'unreachable,notJoined,credentialsRefused,noHeartbeat,unhealthy'],
    ['healthy,healthy', 'healthy'],
    ['noHeartbeat', 'noHeartbeat'],
    ['', undefined],
  ])('asks for the states of %j', (value, codes) => {
    expect(clusterGroups.codes(value)).toBe(codes);
  });
});

describe('what is in use', () => {
  it.each([
    [
      { allocatable: '384', available: '212' },
      { used: 172, total: 384 },
    ],
    [
      { allocatable: '1500m', available: '1' },
      { used: 0.5, total: 1.5 },
    ],
    [
      { allocatable: '10', available: '12' },
      { used: 0, total: 10 },
    ],
  ])('%j', (usage, used) => {
    expect(usedOf(usage)).toMatchObject(used);
  });

  it.each([
    {},
    { allocatable: '10' },
    { allocatable: 'many', available: '1' },
    { allocatable: '0', available: '0' },
  ])('is not known from %j', usage => {
    expect(usedOf(usage)).toBeUndefined();
  });

  it('is shown in one unit', () => {
    const used = usedOf({ allocatable: '1536Gi', available: '614Gi' });
    expect(used && bytesInWords(used, 'en')).toEqual({ used: '0.9', total: '1.5 TiB' });
  });
});
