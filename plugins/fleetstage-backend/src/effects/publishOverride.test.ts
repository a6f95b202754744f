import { startStubApi, type StubApi } from '@fleetstage/applier/testing';
import { contentHash, instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { KubeClient } from '@fleetstage/kube-client';
import { silentLog, type Log } from '../observe/log';
import { targetOf } from '../kube/targetOf';
import { finalizerChange, publishOverride } from './publishOverride';

const NOON = instant(1_795_262_400_000);
const EVENTS = { group: '', version: 'v1', kind: 'Event', plural: 'events', namespaced: true };
const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces' };
const policy = { overrideRules: [] };
const spec = { clusterResourceSelectors: [], policy };

describe('B/OV-015: what is shown of an override', () => {
  let api: StubApi;
  let client: KubeClient;
  beforeEach(async () => {
    api = await startStubApi();
    client = new KubeClient(api.endpoint('hub'));
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  /** What the log warns of. */
  async function publish(name: string): Promise<string[]> {
    const warned: string[] = [];
    const log: Log = {
      ...silentLog,
      warn: (message, fields) => warned.push(`${fields?.override}: ${message}`),
    };
    const input = {
      ...({ hub: 'hub', kind: 'ClusterResourceOverride', key: name } as const),
      override: {
        apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
        kind: 'ClusterResourceOverride',
        metadata: { name, uid: 'u1' },
        spec,
      },
      kept: [
        {
          ...{ index: 0, isLatest: true },
          snapshot: {
            kind: 'ClusterResourceOverrideSnapshot' as const,
            name: `${name}-0`,
            hash: contentHash(spec),
            spec,
          },
        },
      ],
    };
    await publishOverride(async () => client, { now: () => NOON }).run(input, {
      log,
      signal: new AbortController().signal,
    } as never);
    return warned;
  }
  const snapshots = async () => {
    const { items } = await client.list(targetOf('ClusterResourceOverrideSnapshot'));
    return items.map(({ metadata }) => metadata.name);
  };

  it('a name of 63 characters is the label of its snapshot', async () => {
    const name = 'a'.repeat(63);
    expect(await publish(name)).toEqual([]);
    expect(await snapshots()).toEqual([`${name}-0`]);
    const snapshot = await client.find(targetOf('ClusterResourceOverrideSnapshot'), { name: `${name}-0` });
    // B/OV-011: the hash is 64 characters of hex, and bytes on the wire are base64.
    const overrideHash = Buffer.from(contentHash(spec)).toString('base64');
    expect(snapshot).toMatchObject({ spec: { overrideSpec: spec, overrideHash } });
    expect(contentHash(spec)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('a longer one, of before the definition refused it, has none; the log and an Event say once what to do', async () => {
    const name = 'a'.repeat(64);
    api.cluster('hub').put(NAMESPACES, {
      ...{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } },
    });
    const message =
      'An override changes nothing: no label can hold its name; create it anew under one of at most 63 characters';
    expect(await publish(name)).toEqual([`ClusterResourceOverride ${name}: ${message}`]);
    expect(await publish(name)).toEqual([]);
    expect(await snapshots()).toEqual([]);
    const { items } = await client.list(EVENTS, { namespace: 'default' });
    expect(items).toEqual([
      expect.objectContaining({
        ...{ type: 'Warning', reason: 'FleetstageNameTooLong', message },
        involvedObject: expect.objectContaining({ kind: 'ClusterResourceOverride', name, uid: 'u1' }),
      }),
    ]);
  });
});

const HELD = ['kubernetes-fleet.io/override-cleanup'];
const GOING = '2026-11-26T12:00:00Z';
it.each([
  { rule: 'a new one', length: 63, then: 'present' },
  { rule: 'held', length: 63, metadata: { finalizers: HELD }, then: undefined },
  {
    rule: 'being deleted',
    length: 63,
    metadata: { finalizers: HELD, deletionTimestamp: GOING },
    then: 'absent',
  },
  { rule: 'one with a name too long', length: 64, then: undefined },
  {
    rule: 'one with a name too long that goes',
    length: 64,
    metadata: { deletionTimestamp: GOING },
    then: undefined,
  },
  {
    rule: 'one with a name too long that is held',
    length: 64,
    metadata: { finalizers: HELD },
    then: 'absent',
  },
])('B/OV-016: the finalizer of $rule: $then', ({ length, metadata, then }) => {
  expect(finalizerChange({ metadata: { name: 'a'.repeat(length), ...metadata } })).toBe(then);
});
