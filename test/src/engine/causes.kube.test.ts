import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, engineOn, memberYaml, read, soonWith, workloadYaml } from './fleet';

const IMAGE = 'registry.example/web:bad-1';

const placementYaml = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  policy: { placementType: PickAll }
---`;

jest.setTimeout(120_000);

describe('the cause of not being available', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1'] });
    engine = await startEngine(engineOn(fleet));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  it('B/AV-001: within a minute the placement says which image the pods of a Deployment cannot pull', async () => {
    await apply(fleet.hub, memberYaml('member-1') + workloadYaml('shop', IMAGE) + placementYaml);
    await soonWith(() => engine, 60_000)('the cause is in failedPlacements', async () => {
      const { status } = await read(fleet.hub, 'crp', 'shop');
      const [{ failedPlacements: failed = [] } = {}] = status?.placementStatuses ?? [];
      expect(failed).toMatchObject([{ kind: 'Deployment', namespace: 'shop', name: 'web' }]);
      expect(failed[0].condition.message).toMatch(
        /^Manifest is not yet available: 0 of 2 replicas are available; /,
      );
      expect(failed[0].condition.message).toContain(`ImagePullBackOff: image ${IMAGE}`);
      expect(failed[0].condition.message).toContain('(2 pods)');
    });
  });

  it('B/AV-001: it goes with the trouble', async () => {
    await apply(fleet.hub, workloadYaml('shop', 'registry.example/web:v2'));
    await soonWith(() => engine, 60_000)('nothing fails any more', async () => {
      const { status } = await read(fleet.hub, 'crp', 'shop');
      expect(status.placementStatuses[0].failedPlacements ?? []).toEqual([]);
    });
  });
});
