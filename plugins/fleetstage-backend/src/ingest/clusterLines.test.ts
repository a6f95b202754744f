import { aMemberObject } from '../__testUtils__/objects';
import { clusterLines } from './clusterLines';
import type { ObjectChange } from './keysFor';

const GPU = { key: 'gpu', value: 'true', effect: 'NoSchedule' };
const CORDON = { key: 'cordon-key', value: 'cordon-value', effect: 'NoSchedule' };
const BARE = { key: 'broken', effect: 'NoSchedule' };

function member(taints: readonly object[], uid = 'u1') {
  const { metadata, spec, ...rest } = aMemberObject('c1');
  return { ...rest, metadata: { ...metadata, uid }, spec: { ...(spec as object), taints } } as never;
}
const change = (part: Partial<ObjectChange>): ObjectChange => ({
  kind: 'MemberCluster',
  name: 'c1',
  ...part,
});

describe('lines of the timeline of a cluster that edits on the hub make', () => {
  it.each<[string, Partial<ObjectChange>, string[]]>([
    ['the first time that it is read', { after: member([GPU]) }, []],
    ['a taint comes', { before: member([]), after: member([GPU]) }, ['tainted gpu=true:NoSchedule']],
    [
      'C/DR-003: two come, one without a value',
      { before: member([GPU]), after: member([GPU, CORDON, BARE]) },
      ['tainted cordon-key=cordon-value:NoSchedule, broken:NoSchedule'],
    ],
    [
      'C/DR-015: one goes, another one comes',
      { before: member([CORDON]), after: member([GPU]) },
      ['untainted cordon-key=cordon-value:NoSchedule', 'tainted gpu=true:NoSchedule'],
    ],
    ['their order alone', { before: member([GPU, BARE]), after: member([BARE, GPU]) }, []],
    ['C/MC-053: it is gone', { before: member([GPU]) }, ['clusterLeft']],
    ['C/MC-053: gone, and there again', { before: member([]), after: member([GPU], 'u2') }, ['clusterLeft']],
    ['another kind', { kind: 'ClusterResourcePlacement', before: member([GPU]) }, []],
  ])('%s', (_, part, expected) => {
    const lines = clusterLines([change(part)]);
    expect(lines.map(({ event, message }) => [event, message].filter(Boolean).join(' '))).toEqual(expected);
    for (const line of lines)
      expect(line).toMatchObject({ subjectKind: 'MemberCluster', subjectName: 'c1', actor: 'engine' });
  });
});
