import {
  apply,
  conditionsOf,
  engineOn,
  list,
  memberYaml,
  namesOf,
  read,
  soonWith,
  workloadYaml,
} from '../engine/fleet';
import { startEngine, type EngineOptions, type EngineProcess } from '../engineChild/startEngine';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';

const CRD = 'clusterresourceplacements.placement.kubernetes-fleet.io';
const NAMES = ['shop-1', 'shop-2', 'shop-3', 'shop-4'];
const placementYaml = (name: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${name} }]
  policy: { placementType: PickAll }
---`;

jest.setTimeout(240_000);

/** Decision 0032. */
describe('many placements that are deleted at once', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let options: EngineOptions;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1', 'member-2'] });
    options = engineOn(fleet, { removals: { minimum: 1, percentPerMinute: 0 } });
    engine = await startEngine(options);
    await apply(fleet.hub, ['member-1', 'member-2'].map(name => memberYaml(name)).join(''));
    await placeAll();
  }, FLEET_HOOK_MS + 120_000);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine, 60_000);

  async function placeAll() {
    await apply(fleet.hub, NAMES.map(name => workloadYaml(name, 'web:1')).join(''));
    await apply(fleet.hub, NAMES.map(placementYaml).join(''));
    await soon('all placements are available', async () => {
      for (const name of NAMES) {
        const { status } = await read(fleet.hub, 'crp', name);
        // On the first cluster that has joined it is available, too.
        expect(status.placementStatuses).toHaveLength(fleet.members.length);
        expect(conditionsOf(status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
      }
    });
  }

  /** Names with the uid and resourceVersion of their Deployment, on each member. */
  const onMembers = async () =>
    Promise.all(
      fleet.members.map(async member => {
        const items: { metadata: { namespace: string; uid: string; generation: number } }[] = await list(
          member,
          'deployments',
        );
        return Object.fromEntries(
          items
            .filter(({ metadata }) => metadata.namespace.startsWith('shop-'))
            .map(({ metadata: { namespace, uid, generation } }) => [namespace, `${uid}/${generation}`]),
        );
      }),
    );

  async function warningOf(name: string): Promise<string> {
    const { status } = await read(fleet.hub, 'crp', name);
    return (
      status.conditions.find(({ type }: { type: string }) => type === 'FleetstageWarning')?.message ?? ''
    );
  }

  it('keeps everything on the members when the definition of placements is deleted, and says so', async () => {
    const before = await onMembers();
    await fleet.hub.kubectl(['delete', 'crd', CRD, '--wait=false']);
    await soon('each placement says why it stays', async () => {
      for (const name of NAMES) expect(await warningOf(name)).toContain('its definition (CRD) was deleted');
    });
    expect(await onMembers()).toEqual(before);
    expect(engine.logs()).toContain('Removals of placements are held');
  });

  it('keeps it over a restart', async () => {
    const before = await onMembers();
    await engine.stop();
    engine = await startEngine(options);
    await soon('a placement still says why', async () =>
      expect(await warningOf(NAMES[0])).toContain('its definition (CRD) was deleted'),
    );
    expect(await onMembers()).toEqual(before);
  });

  it('installs the definition again once it is gone, and adopts what is applied again without redeploying', async () => {
    const before = await onMembers();
    for (const name of NAMES)
      await fleet.hub.kubectl([
        'patch',
        'crp',
        name,
        '--type=merge',
        '-p',
        '{"metadata":{"finalizers":null}}',
      ]);
    await soon('the definition is back', async () => {
      const { status, metadata } = await read(fleet.hub, 'crd', CRD);
      expect(metadata.deletionTimestamp).toBeUndefined();
      expect(conditionsOf(status).Established).toMatch(/^True/);
      expect(await namesOf(fleet.hub, 'crp')).toEqual([]);
    });
    expect(await onMembers()).toEqual(before);
    await placeAll();
    expect(await onMembers()).toEqual(before);
  });

  it('lets one removal begin and holds the others, until somebody confirms each', async () => {
    // Set before, it is no answer to what is asked later.
    await fleet.hub.kubectl(['annotate', 'crp', NAMES[3], 'fleetstage.io/confirm-removal=in every manifest']);
    await fleet.hub.kubectl(['delete', 'crp', ...NAMES, '--wait=false']);
    await soon('one has left its clusters, three are held', async () => {
      for (const left of await onMembers()) expect(Object.keys(left)).toHaveLength(3);
      expect(await namesOf(fleet.hub, 'crp')).toHaveLength(3);
    });
    const held = NAMES.slice(1);
    await soon('the others say why', async () => {
      for (const name of held) expect(await warningOf(name)).toContain('more placements are being removed');
    });
    for (const name of held)
      await fleet.hub.kubectl([
        ...['annotate', 'crp', name, '--overwrite'],
        'fleetstage.io/confirm-removal=end of season',
      ]);
    await soon('nothing is left', async () => {
      for (const left of await onMembers()) expect(left).toEqual({});
      expect(await namesOf(fleet.hub, 'crp')).toEqual([]);
    });
  });
});
