import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, engineOn, memberYaml, read, soonWith } from '../engine/fleet';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';

const MEMBER = 'member-1';

const SETUP = `
${memberYaml(MEMBER)}
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
`;

const settings = (data: string) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'shop' },
    data: { at: data },
  });

jest.setTimeout(240_000);

describe('an API server that takes connections and answers nothing', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: [MEMBER] });
    engine = await startEngine(engineOn(fleet));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    fleet?.hub.thaw();
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const linesWith = (text: string) =>
    engine
      .logs()
      .split('\n')
      .filter(line => line.includes(text)).length;
  const placed = async (data: string) => {
    const configMap = await read(fleet.members[0], 'configmap', 'settings', 'shop');
    expect(configMap.data.at).toBe(data);
  };

  it('is reported in one line, and what changes after it is placed', async () => {
    await apply(fleet.hub, SETUP);
    await apply(fleet.hub, settings('before'));
    await soon('the ConfigMap is placed', () => placed('before'));
    fleet.hub.freeze();
    await soon('the line of the outage', async () => expect(linesWith('The hub does not answer')).toBe(1));
    fleet.hub.thaw();
    await soon('the line of its end', async () => expect(linesWith('The hub answers again')).toBe(1));
    await apply(fleet.hub, settings('after'));
    await soon('the change is placed', () => placed('after'));
    expect(linesWith('The watch of a kind on the hub broke')).toBe(0);
  });
});
