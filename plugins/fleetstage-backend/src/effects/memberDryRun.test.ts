import { statusOf } from '@fleetstage/applier/testing';
import { StubFleet } from '../__testUtils__/stubFleet';
import { Connections } from '../kube/Connections';
import type { MemberDryRun } from '../service/preview/MemberDryRun';
import { dryRunOnMember } from './memberDryRun';

const SECRET = { group: '', version: 'v1', kind: 'Secret', namespace: 'web', name: 'key' };

describe('a dry run on a member', () => {
  let fleet: StubFleet;
  let connections: Connections;
  const member = () => fleet.api.cluster('c1');

  beforeEach(async () => {
    fleet = await StubFleet.start();
    connections = new Connections({
      hub: { name: 'hub', kubeconfig: fleet.kubeconfig, context: 'hub' },
      accessOf: context => ({ kubeconfig: fleet.kubeconfig, context }),
      requestTimeoutMs: 10_000,
      requestsPerMember: 4,
      now: Date.now,
      onRecovered: () => {},
      onRequest: () => {},
    });
  });
  afterEach(async () => {
    await connections.close();
    await fleet.stop();
  });

  it('RUL 40: repeats nothing of what a cluster says of a Secret that is left over', async () => {
    member().intercept = ({ place }) =>
      place.plural === 'secrets' ? statusOf(403, 'Forbidden', 'denied: "planted"') : undefined;
    const { results } = await dryRunOnMember({ connections }).dryRun({
      ...{ cluster: 'c1', wanted: [], leftovers: [SECRET], signal: new AbortController().signal },
    });
    expect(results).toEqual([
      { identity: SECRET, problem: 'it cannot be read; what the cluster says may have values of the Secret' },
    ]);
  });

  it('takes an object for new where its namespace is placed with it, and for refused where nobody makes that', async () => {
    const { namespace, name } = SECRET;
    const wanted = [
      {
        ...{ ...SECRET, kind: 'ConfigMap' },
        object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } },
      },
      {
        ...{ group: '', version: 'v1', kind: 'Namespace', name: namespace },
        object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      },
    ];
    const resultOf = async (objects: typeof wanted) => {
      const on = { cluster: 'c1', leftovers: [], signal: new AbortController().signal };
      return (await dryRunOnMember({ connections }).dryRun({ ...on, wanted: objects })).results[0];
    };
    expect((await resultOf(wanted)).then).toEqual(wanted[0].object);
    expect(await resultOf(wanted.slice(0, 1))).toEqual({
      identity: expect.objectContaining({ kind: 'ConfigMap' }),
      problem: expect.stringContaining('namespaces "web" not found'),
    });
  });

  const many = Array.from({ length: 100 }, (_, n) => ({ ...SECRET, kind: 'ConfigMap', name: `c-${n}` }));
  const compare = (members: MemberDryRun, signal: AbortSignal) =>
    members.dryRun({ cluster: 'c1', wanted: [], leftovers: many, signal });

  it('ends when its asker has left, and is one at a time on a member', async () => {
    const members = dryRunOnMember({ connections });
    const gone = new AbortController();
    member().intercept = () => void (member().calls.length > 12 && gone.abort(new Error('gone')));
    const first = compare(members, gone.signal);
    await expect(compare(members, new AbortController().signal)).rejects.toMatchObject({
      ...{ name: 'ConflictError', message: expect.stringContaining('is under way') },
    });
    await expect(first).rejects.toThrow('gone');
    expect(member().calls.length).toBeLessThan(30);
    member().intercept = undefined;
    expect((await compare(members, new AbortController().signal)).results).toEqual([]);
  });

  it('keeps nobody else from a member that did not answer it', async () => {
    const members = dryRunOnMember({ connections });
    const { signal } = new AbortController();
    await compare(members, signal);
    member().intercept = ({ place }) =>
      place.plural === 'configmaps' ? statusOf(503, 'ServiceUnavailable', 'busy') : undefined;
    for (let n = 0; n < 3; n += 1)
      await expect(compare(members, signal)).rejects.toThrow('Cluster c1 cannot be reached');
    expect(await connections.useMember('c1', async () => 'used')).toBe('used');
  });
});
