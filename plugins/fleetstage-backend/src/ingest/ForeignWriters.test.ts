import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ForeignWriters } from './ForeignWriters';

const NOON = Date.parse('2026-11-26T12:00:00Z');

function watching() {
  const reported: object[] = [];
  let now = NOON;
  const writers = new ForeignWriters({
    hub: 'hub',
    clock: { now: () => instant(now) },
    log: { warn: (_: string, fields: object) => reported.push(fields), info: () => {} } as never,
  });
  const see = (
    name: string,
    ...managedFields: { manager: string; time: string; subresource?: string; operation?: string }[]
  ) => writers.see('MemberCluster', { metadata: { name, managedFields } });
  const seeUid = (uid: string, ...managedFields: { manager: string; time: string }[]) =>
    writers.see('MemberCluster', { metadata: { name: 'c1', uid, managedFields } });
  return { reported, see, seeUid, wait: (ms: number) => (now += ms), latest: () => writers.latest() };
}

const agent = (time: string) => ({ manager: 'hubagent', subresource: 'status', time });

it('RUL 37: what a hub agent wrote before is no sign of it', () => {
  const { reported, see } = watching();
  see('c1', agent('11:00'));
  see('c1', agent('11:00'), { manager: 'fleetstage', time: '12:00' });
  see('c2', agent('12:01'));
  expect(reported).toEqual([]);
});

it('RUL 37: what it writes while we watch is, and stands until it has written nothing for ten minutes', () => {
  const { reported, see, wait, latest } = watching();
  see('c1', agent('11:00'));
  see('c1', agent('12:00'));
  see('c1', agent('12:01'));
  expect(reported).toEqual([
    { hub: 'hub', kind: 'MemberCluster', name: 'c1', manager: 'hubagent', at: '12:00' },
  ]);
  wait(599_999);
  see('c1', agent('12:10'));
  const last = { kind: 'MemberCluster', name: 'c1', manager: 'hubagent', since: NOON, at: NOON + 599_999 };
  expect(latest()).toEqual(last);
  wait(599_999);
  expect(latest()).toEqual(last);
  expect(reported).toHaveLength(1);
  wait(1);
  expect(latest()).toBeUndefined();
  see('c1', agent('12:30'));
  expect(reported).toHaveLength(2);
});

it('RUL 37: an entry that goes is none of its writes: we have taken its last field', () => {
  const { reported, see } = watching();
  const spec = { manager: 'hubagent', time: '11:00' };
  see('c1', agent('11:00'), spec);
  see('c1', spec);
  see('c1');
  see('c1', { manager: 'fleetstage', time: '12:00' });
  for (let i = 0; i < 2; i += 1)
    see('c2', { ...spec, operation: 'Apply' }, { ...spec, operation: 'Update', time: '10:00' });
  expect(reported).toEqual([]);
  see('c1', spec, agent('12:01'));
  expect(reported).toMatchObject([{ name: 'c1', at: '12:01' }]);
});

it('RUL 37: an object that was made anew came with its entries', () => {
  const { reported, seeUid } = watching();
  seeUid('u1', agent('11:00'));
  seeUid('u2', agent('10:00'));
  seeUid('u3');
  seeUid('u2', agent('09:00'));
  expect(reported).toEqual([]);
  seeUid('u2', agent('12:00'));
  expect(reported).toHaveLength(1);
});

it('RUL 48: a member agent is none', () => {
  const { reported, see } = watching();
  see('c1', { manager: 'memberagent', time: '11:00' });
  see('c1', { manager: 'memberagent', time: '12:00' });
  expect(reported).toEqual([]);
});
