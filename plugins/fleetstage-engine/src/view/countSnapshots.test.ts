import { countRunSnapshots, countSnapshots, type SnapshotCountView } from './countSnapshots';

describe('which snapshot runs on how many clusters, ui §5.2', () => {
  it.each<[(string | undefined)[], SnapshotCountView[]]>([
    [[], []],
    [[undefined], []],
    [
      ['13', '14', undefined, '13'],
      [
        { index: '14', clusters: 1 },
        { index: '13', clusters: 2 },
      ],
    ],
    [
      ['9', '10'],
      [
        { index: '10', clusters: 1 },
        { index: '9', clusters: 1 },
      ],
    ],
  ])('%j', (snapshots, counted) => {
    expect(countSnapshots(snapshots.map(snapshot => ({ snapshot })))).toEqual(counted);
  });
});

it('a cluster in the middle of its update is on no snapshot, ui §5.6', () => {
  const startedAt = '2026-11-21T11:59:00Z';
  const counted = countRunSnapshots([
    { state: 'updated', startedAt, snapshot: '14' },
    { state: 'ended', startedAt, snapshot: '13' },
    { state: 'stuck', startedAt, snapshot: '14' },
    { state: 'notStarted', snapshot: '13' },
    { state: 'waiting' },
  ]);
  expect(counted).toEqual({
    snapshots: [
      { index: '14', clusters: 1 },
      { index: '13', clusters: 1 },
    ],
    midUpdate: 2,
  });
});
