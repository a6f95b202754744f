import { applyWork } from './applyWork';
import { observeWork, type LiveObject } from './observeWork';
import { aConfigMap, aWebsite, aWork, startCluster } from './testing/aFleet.testing';

let c: Awaited<ReturnType<typeof startCluster>>;
beforeEach(async () => {
  c = await startCluster();
});
afterEach(() => c.stop());

const READY = { observedGeneration: 1, replicas: 2, updatedReplicas: 2, availableReplicas: 2 };
const APP = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'web', name: 'app' };

const becomeReady = () => c.stub.setStatus('deployments', READY, { name: 'app', namespace: 'web' });
const live = () => c.stub.find('deployments', 'app', 'web')!;
const watched = ({ kind }: { kind: string }): LiveObject => (kind === 'Deployment' ? live() : 'unseen');

describe('the statuses of what is applied (B/WA-140)', () => {
  it('B/WA-140 are those of the objects that have one, verbatim, also right after they were written', async () => {
    await applyWork(c.client, aWork());
    becomeReady();
    const { statuses } = await applyWork(c.client, aWork());
    expect(statuses).toEqual([{ object: APP, status: READY }]);
    const manifests = aWebsite({ image: 'nginx:2' });
    expect((await applyWork(c.client, aWork({ manifests, revision: 'r2' }))).statuses).toEqual([
      { object: APP, status: READY },
    ]);
  });

  it('B/WA-140 are seen in what a watch knows, without a request', async () => {
    const { report, inventory } = await applyWork(c.client, aWork());
    becomeReady();
    c.stub.calls.length = 0;
    const input = aWork({ previousReport: report, previousInventory: inventory });
    const { statuses } = await observeWork(c.client, { ...input, live: watched });
    expect(statuses).toEqual([{ object: APP, status: READY }]);
    expect(c.stub.calls).toEqual([]);
  });

  it('B/WA-140 are none of an object that carries something else, or that the member refuses', async () => {
    const { report, inventory } = await applyWork(c.client, aWork());
    becomeReady();
    const manifests = aWebsite({ image: 'nginx:2' });
    const known = { previousReport: report, previousInventory: inventory, manifests, revision: 'r2' };
    const { statuses, needsApply } = await observeWork(c.client, { ...aWork(known), live: watched });
    expect([statuses, needsApply]).toEqual([[], 'missing']);
    const applyStrategy = { type: 'ReportDiff' } as const;
    expect((await applyWork(c.client, aWork({ applyStrategy }))).statuses).toEqual([]);
  });

  it('B/WA-140 are none of an object without one', async () => {
    expect((await applyWork(c.client, aWork({ manifests: [aConfigMap()] }))).statuses).toEqual([]);
  });
});
