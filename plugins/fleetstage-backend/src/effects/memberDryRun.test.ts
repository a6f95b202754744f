import { statusOf } from '@fleetstage/applier/testing';
import { StubFleet } from '../__testUtils__/stubFleet';
import { Connections } from '../kube/Connections';
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
      ...{ cluster: 'c1', wanted: [], leftovers: [SECRET] },
    });
    expect(results).toEqual([
      { identity: SECRET, problem: 'it cannot be read; what the cluster says may have values of the Secret' },
    ]);
  });
});
