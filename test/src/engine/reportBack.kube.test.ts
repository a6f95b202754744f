import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { ONE_SNAPSHOT_PER_APPLY } from '../story/hub';
import { letAgentsPlace } from '../story/memberAgents';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, namesOf, read, soonWith, workloadYaml } from './fleet';

/** A definition whose objects are all status; `subresources` as the definition writes them. */
const definitionYaml = (plural: string, kind: string, subresources: string) => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${plural}.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: ${plural}, singular: ${kind.toLowerCase()}, kind: ${kind}, listKind: ${kind}List }
  versions:
    - name: v1
      served: true
      storage: true
      subresources: ${subresources}
      schema:
        openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true }
---`;

const customYaml = (kind: string) => `
apiVersion: example.com/v1
kind: ${kind}
metadata: { name: one, namespace: shop }
spec: { size: 1 }
---`;

const placementYaml = (name: string, namespace: string, policy: string, reportBack: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: ${namespace} }
    - { group: apiextensions.k8s.io, version: v1, kind: CustomResourceDefinition, name: widgets.example.com }
    - { group: apiextensions.k8s.io, version: v1, kind: CustomResourceDefinition, name: gadgets.example.com }
  policy: ${policy}
  strategy:
    rollingUpdate: { unavailablePeriodSeconds: 1 }
    reportBackStrategy: ${reportBack}
---`;

const TO_ORIGINAL = '{ type: Mirror, destination: OriginalResource }';

jest.setTimeout(120_000);

describe('statuses that come back from a member', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1', 'member-2'] });
    await letAgentsPlace(fleet, {
      'apiextensions.k8s.io': ['customresourcedefinitions'],
      'example.com': ['widgets', 'gadgets'],
    });
    engine = await startEngine(
      engineOn(fleet, {
        capture: { ...ONE_SNAPSHOT_PER_APPLY.capture, privilegedKinds: ['apiextensions.k8s.io'] },
      }),
    );
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const member = () => fleet.members[0];
  const onHub = (kind: string, name: string, namespace = 'shop') => read(fleet.hub, kind, name, namespace);
  const warningOf = async (name: string): Promise<string | undefined> => {
    const { status } = await read(fleet.hub, 'crp', name);
    const found = (status.conditions as { type: string; message: string }[]).find(
      ({ type }) => type === 'FleetstageWarning',
    );
    return found?.message;
  };
  const snapshots = () => namesOf(fleet.hub, 'clusterresourcesnapshots');

  it('A/PL-126: a Deployment on the hub shows the status that it has on its one cluster', async () => {
    await apply(fleet.hub, memberYaml('member-1') + memberYaml('member-2'));
    await apply(
      fleet.hub,
      definitionYaml('widgets', 'Widget', '{ status: {} }') + definitionYaml('gadgets', 'Gadget', '{}'),
    );
    await apply(fleet.hub, workloadYaml('shop', 'web:1'));
    await soon('the definitions are served', () =>
      apply(fleet.hub, customYaml('Widget') + customYaml('Gadget')),
    );
    const policy = '{ placementType: PickFixed, clusterNames: [member-1] }';
    await apply(fleet.hub, placementYaml('shop-placement', 'shop', policy, TO_ORIGINAL));
    await soon('both statuses agree', async () => {
      const { status } = await onHub('deployment', 'web');
      expect(status).toMatchObject({ readyReplicas: 2, observedGeneration: 1 });
      expect(status).toEqual((await read(member(), 'deployment', 'web', 'shop')).status);
    });
    expect(await warningOf('shop-placement')).toBeUndefined();
  });

  it('A/PL-126: a custom resource does so too, again and again, and no snapshot is made of it', async () => {
    const before = await soon('the snapshot is published', async () => {
      const names = await snapshots();
      expect(names.join()).toContain('shop-placement-0-snapshot');
      return names;
    });
    for (const phase of ['Blue', 'Green']) {
      const patch = JSON.stringify({ status: { phase } });
      await soon('the member has it', () =>
        member().kubectl([
          ...['patch', 'widget', 'one', '-n', 'shop', '--subresource', 'status'],
          ...['--type', 'merge', '-p', patch],
        ]),
      );
      await soon('the hub shows it', async () => {
        expect((await onHub('widget', 'one')).status).toEqual({ phase });
      });
    }
    expect(await snapshots()).toEqual(before);
  });

  it('A/PL-126: what scales on the hub is seen to scale on the hub', async () => {
    await fleet.hub.kubectl(['scale', 'deployment', 'web', '-n', 'shop', '--replicas', '3']);
    await soon('three are ready', async () => {
      const { status } = await onHub('deployment', 'web');
      expect(status).toMatchObject({ readyReplicas: 3, observedGeneration: 2 });
    });
    // Published once things have settled, later than the statuses.
    await soon('there is one for each edit, and none for the statuses between them', async () => {
      const names = (await snapshots()).filter(name => name.startsWith('shop-placement-'));
      expect(names.map(name => name.replace(/^.*\//, ''))).toEqual([
        'shop-placement-0-snapshot',
        'shop-placement-1-snapshot',
      ]);
    });
  });

  it('A/PL-126: a kind whose definition on the hub has no status is reported on the placement, once', async () => {
    const patch = JSON.stringify({ status: { phase: 'Blue' } });
    await member().kubectl(['patch', 'gadget', 'one', '-n', 'shop', '--type', 'merge', '-p', patch]);
    await soon('the placement says so', async () => {
      expect(await warningOf('shop-placement')).toMatch(
        /^1 status is not .*Gadget shop\/one cannot hold a status/,
      );
    });
    const { status } = await read(fleet.hub, 'crp', 'shop-placement');
    expect(conditionsOf(status)).toMatchObject({
      FleetstageWarning: 'True/FleetstageStatusNotReportedBack',
      ClusterResourcePlacementAvailable: 'True/ResourceAvailable',
    });
  });

  it('B/WA-142: a placement that may pick many clusters reports why its statuses do not come back', async () => {
    await apply(fleet.hub, workloadYaml('wide', 'web:1'));
    await apply(
      fleet.hub,
      placementYaml('wide-placement', 'wide', '{ placementType: PickAll }', TO_ORIGINAL),
    );
    await soon('the placement says so', async () => {
      expect(await warningOf('wide-placement')).toMatch(
        /PickAll.*set placementType to PickN with numberOfClusters 1/,
      );
    });
    const { status } = await onHub('deployment', 'web', 'wide');
    expect(status?.readyReplicas).toBeUndefined();
  });

  it('A/PL-126: switched off, the warning goes, and the hub is left as it is', async () => {
    const policy = '{ placementType: PickFixed, clusterNames: [member-1] }';
    await apply(fleet.hub, placementYaml('shop-placement', 'shop', policy, '{ type: Disabled }'));
    await soon('the warning is gone', async () => {
      expect(await warningOf('shop-placement')).toBeUndefined();
    });
    expect((await onHub('widget', 'one')).status).toEqual({ phase: 'Green' });
  });
});
