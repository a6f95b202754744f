import { eventually } from '../eventually';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { apply, conditionsOf, list, memberYaml, read, workloadYaml } from './fleet';
import { startPlugin, type StartedPlugin } from './startPlugin';

const BAD = 'registry.example/web:bad-2';
const MEMBERS = ['member-1', 'member-2'];

const PLACEMENT = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
  strategy: { type: External }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: two-stages }
spec:
  stages:
    - { name: staging, labelSelector: { matchLabels: { environment: staging } } }
    - { name: production, labelSelector: { matchLabels: { environment: production } } }
`;

/** To what the hub holds now. */
const runYaml = (name: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: { name: ${name} }
spec:
  placementName: shop
  stagedRolloutStrategyName: two-stages
  state: Run
`;

jest.setTimeout(180_000);

describe('a run with a bad image, its end, and the way back', () => {
  let fleet: Fleet;
  let plugin: StartedPlugin;

  beforeAll(async () => {
    fleet = await startFleet({ members: MEMBERS });
    plugin = await startPlugin(fleet);
    await eventually('the definitions are installed', () => list(fleet.hub, 'memberclusters,crp,csus,csur'));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await plugin?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = <T>(what: string, probe: () => Promise<T>) => eventually(what, probe, { timeoutMs: 60_000 });
  const succeeded = (name: string) =>
    soon(`${name} has succeeded`, async () => {
      const { status } = await read(fleet.hub, 'csur', name);
      expect(conditionsOf(status).Succeeded).toBe('True/UpdateRunSucceeded');
    });
  const images = () =>
    Promise.all(
      fleet.members.map(
        async member =>
          (await read(member, 'deployment', 'web', 'shop')).spec.template.spec.containers[0].image,
      ),
    );

  it('a good image goes to both stages', async () => {
    await apply(
      fleet.hub,
      memberYaml('member-1', { environment: 'staging' }) +
        memberYaml('member-2', { environment: 'production' }),
    );
    await apply(fleet.hub, workloadYaml('shop', 'registry.example/web:v1') + PLACEMENT);
    await soon('both clusters are picked', async () =>
      expect((await read(fleet.hub, 'crp', 'shop')).status?.placementStatuses).toHaveLength(2),
    );
    await apply(fleet.hub, runYaml('good-1'));
    await succeeded('good-1');
    expect(await images()).toEqual(['registry.example/web:v1', 'registry.example/web:v1']);
  });

  it('RUL 4: a bad image holds its run, and that run holds the next, which names it', async () => {
    await apply(fleet.hub, workloadYaml('shop', BAD));
    await apply(fleet.hub, runYaml('bad-2'));
    await soon('staging runs the bad image', async () =>
      expect(await images()).toEqual([BAD, 'registry.example/web:v1']),
    );
    await apply(fleet.hub, workloadYaml('shop', 'registry.example/web:v3'));
    await apply(fleet.hub, runYaml('good-3'));
    await soon('good-3 waits for bad-2', async () => {
      const { body } = await plugin.ask('/runs/_/good-3');
      expect(body.run?.waitsFor).toMatchObject({
        cause: expect.stringMatching(/^EarlierRun/),
        subject: { kind: 'run', name: 'bad-2' },
      });
    });
  });

  it('RUL 49: kubectl annotate ends it, nothing moves by that, and the next run goes through', async () => {
    await fleet.hub.kubectl(['annotate', 'csur', 'bad-2', 'fleetstage.io/end=the image does not exist']);
    await soon('bad-2 has ended', async () => {
      const { status } = await read(fleet.hub, 'csur', 'bad-2');
      expect(conditionsOf(status)).toMatchObject({
        Progressing: 'False/FleetstageEnded',
        Succeeded: 'False/FleetstageEnded',
      });
      const { message } = status.conditions.find(({ type }: { type: string }) => type === 'Succeeded');
      expect(message).toMatch(
        /the image does not exist; 0 of 2 clusters updated, 1 in the middle of the update, 1 keeps snapshot 0$/,
      );
    });
    await succeeded('good-3');
    expect(await images()).toEqual(['registry.example/web:v3', 'registry.example/web:v3']);
  });

  it('RUL 49: a run that is held by a bad image is ended and rolled back in one act', async () => {
    await apply(fleet.hub, workloadYaml('shop', BAD));
    await apply(fleet.hub, runYaml('bad-4'));
    await soon('staging runs the bad image', async () =>
      expect(await images()).toEqual([BAD, 'registry.example/web:v3']),
    );
    const { run } = (await plugin.ask('/runs/_/bad-4')).body;
    expect(run.rollBack).toEqual({ from: '3', to: '2', touched: 1, verified: 1, others: [] });
    const answer = await plugin.ask('/runs/_/bad-4/rollback', { newName: 'back-5', snapshot: '2' });
    expect([answer.status, answer.body]).toEqual([201, { scope: '_', name: 'back-5' }]);
    await succeeded('back-5');
    expect(await images()).toEqual(['registry.example/web:v3', 'registry.example/web:v3']);
    const { status } = await read(fleet.hub, 'csur', 'bad-4');
    expect(conditionsOf(status).Succeeded).toBe('False/FleetstageEnded');
  });

  it('a run that was ended before rolls back to nothing later than its own snapshot', async () => {
    const { run } = (await plugin.ask('/runs/_/bad-2')).body;
    expect(run).toMatchObject({ state: 'ended', rollBack: { from: '1', to: '0', touched: 1, verified: 1 } });
    const answer = await plugin.ask('/runs/_/bad-2/rollback', { newName: 'back-6', snapshot: '0' });
    expect(answer.status).toBe(201);
    await succeeded('back-6');
    expect(await images()).toEqual(['registry.example/web:v1', 'registry.example/web:v1']);
  });
});
