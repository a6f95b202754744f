import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { apply, conditionsOf, engineOn, memberYaml, namesOf, read, soonWith } from './fleet';

jest.setTimeout(120_000);

const DEFINITION = readFileSync(path.resolve(__dirname, '../../fixtures/clusterprofiles.yaml'), 'utf8');
const HEALTHY = { ControlPlaneHealthy: 'True/MemberClusterAPIServerHealthy' };

/** Tools that know the inventory API see the members of a fleet (C/CPF-001…007). */
describe('ClusterProfiles', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1'] });
    engine = await startEngine(engineOn(fleet));
    await apply(fleet.hub, memberYaml('member-1'));
  }, FLEET_HOOK_MS + 120_000);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine, 90_000);
  const profile = async () => read(fleet.hub, 'clusterprofiles', 'member-1', 'fleet-system');

  it('C/CPF-001, CPF-004, CPF-005: exports a member once the hub serves the kind', async () => {
    await soon('it has joined', async () =>
      expect(conditionsOf((await read(fleet.hub, 'membercluster', 'member-1')).status)).toMatchObject({
        Joined: 'True/MemberClusterJoined',
      }),
    );
    await apply(fleet.hub, DEFINITION);
    await soon('the profile is there', async () => {
      const { metadata, spec, status } = await profile();
      expect(metadata.labels).toEqual({ 'x-k8s.io/cluster-manager': 'KubeFleet' });
      expect(spec).toEqual({ displayName: 'member-1', clusterManager: { name: 'KubeFleet' } });
      expect(conditionsOf(status)).toEqual(HEALTHY);
      expect(status.version.kubernetes).toMatch(/^v1\./);
      expect(status.accessProviders).toEqual([{ name: 'KubeFleet', cluster: {} }]);
    });
  });

  it('C/CPF-002: puts an edited profile right, and makes a deleted one again', async () => {
    const { uid } = (await profile()).metadata;
    const patch = JSON.stringify({ spec: { displayName: 'mine' } });
    const at = ['clusterprofiles', 'member-1', '-n', 'fleet-system'];
    await fleet.hub.kubectl(['patch', ...at, '--type', 'merge', '-p', patch]);
    await soon('it is as it was', async () => expect((await profile()).spec.displayName).toBe('member-1'));
    await fleet.hub.kubectl(['delete', ...at]);
    await soon('there is a new one', async () => {
      const { metadata, status } = await profile();
      expect(metadata.uid).not.toBe(uid);
      expect(conditionsOf(status)).toEqual(HEALTHY);
    });
  });

  it('C/CPF-003: deletes the profile of a member that leaves', async () => {
    await fleet.hub.kubectl(['delete', 'membercluster', 'member-1', '--wait=false']);
    await soon('it is gone', async () => {
      expect(await namesOf(fleet.hub, 'clusterprofiles')).toEqual([]);
    });
  });
});
