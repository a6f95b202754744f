import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, list, memberYaml, read, soonWith, workloadYaml } from './fleet';

/* kubectl's JSON is read with the eyes of the test. */
/* eslint-disable @typescript-eslint/no-explicit-any */

const shopOf = (namespace: string, revisions = 10) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop-placement }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${namespace} }]
  policy: { placementType: PickAll }
  statusReportingScope: NamespaceAccessible
  revisionHistoryLimit: ${revisions}
`;

/** The lines that requirement 001 prints under Events: type, reason, reporter, message. */
const PRINTED = [
  'Normal PlacementRolloutStarted cluster-resource-placement-controller Started rolling out the latest resources',
  'Normal PlacementOverriddenSucceeded cluster-resource-placement-controller Placement has been successfully overridden',
  'Normal PlacementWorkSynchronized cluster-resource-placement-controller Work(s) have been created or updated successfully for the selected cluster(s)',
  'Normal PlacementApplied cluster-resource-placement-controller Resources have been applied to the selected cluster(s)',
  'Normal PlacementRolloutCompleted cluster-resource-placement-controller Resources are available in the selected clusters',
];

/** The table under `Events:`, without ages. */
function eventsIn(described: string): string[] {
  const [, table = ''] = described.split(/^Events:/m);
  return table
    .split('\n')
    .filter(line => line.trim().startsWith('Normal'))
    .map(line => line.trim().split(/\s{2,}/))
    .map(([type, reason, , ...rest]) => [type, reason, ...rest].join(' '));
}

jest.setTimeout(120_000);

describe('what a placement publishes beside its status', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let options: ReturnType<typeof engineOn>;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1'] });
    options = engineOn(fleet);
    engine = await startEngine(options);
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const placement = () => read(fleet.hub, 'crp', 'shop-placement');
  const copy = () => read(fleet.hub, 'crps', 'shop-placement', 'shop');
  const describeIt = async () => (await fleet.hub.kubectl(['describe', 'crp', 'shop-placement'])).stdout;
  const countsOf = async (reason: string): Promise<number[]> => {
    const fields = `involvedObject.name=shop-placement,reason=${reason}`;
    return (await list(fleet.hub, 'events', { namespace: 'default', fields })).map(({ count }) => count);
  };

  it('A/DOC-16, A/EV-001: kubectl describe lists the events that requirement 001 prints, each once', async () => {
    await apply(fleet.hub, memberYaml('member-1'));
    await apply(fleet.hub, workloadYaml('shop', 'web:1'));
    await apply(fleet.hub, shopOf('shop'));
    await soon('the events are published', async () => {
      expect(eventsIn(await describeIt())).toEqual(PRINTED);
    });
    expect(await countsOf('PlacementRolloutCompleted')).toEqual([1]);
  });

  it('A/ST-070, A/ST-071: the status can be read in the namespace', async () => {
    await soon('both agree', async () => {
      const { status, metadata } = await placement();
      expect(conditionsOf(status)).toMatchObject({
        ClusterResourcePlacementAvailable: 'True/ResourceAvailable',
        ClusterResourcePlacementStatusSynced: 'True/StatusSyncSucceeded',
      });
      const { sourceStatus, metadata: copied, lastUpdatedTime } = await copy();
      const expected = status.conditions.filter(
        (c: any) => c.type !== 'ClusterResourcePlacementStatusSynced',
      );
      expect(sourceStatus).toEqual({ ...status, conditions: expected });
      expect(copied.ownerReferences).toMatchObject([{ uid: metadata.uid, controller: true }]);
      expect(Date.parse(lastUpdatedTime)).toBeGreaterThan(0);
    });
    const { stdout } = await fleet.hub.kubectl(['get', 'crps', '-n', 'shop']);
    expect(stdout).toMatch(/NAME\s+RESOURCE-INDEX\s+LAST-UPDATED\s+AGE\s+shop-placement\s+0\s+20/);
  });

  it('A/ST-075: a copy that somebody deletes comes back', async () => {
    const { uid } = (await copy()).metadata;
    await fleet.hub.kubectl(['delete', 'crps', 'shop-placement', '-n', 'shop']);
    await soon('there is another one', async () => {
      expect((await copy()).metadata.uid).not.toBe(uid);
    });
  });

  it('A/EV-001: a restart publishes nothing twice', async () => {
    await engine.stop();
    engine = await startEngine(options);
    await soon('the engine works', async () => {
      await fleet.hub.kubectl(['delete', 'crps', 'shop-placement', '-n', 'shop', '--ignore-not-found']);
      await copy();
    });
    expect(await countsOf('PlacementRolloutCompleted')).toEqual([1]);
  });

  it('A/EV-004: an edit publishes everything once more, as a repetition', async () => {
    await apply(fleet.hub, shopOf('shop', 9));
    await soon('the events are repeated', async () => {
      for (const [, reason] of PRINTED.map(line => line.split(' ')))
        expect(await countsOf(reason)).toEqual([2]);
    });
    expect(eventsIn(await describeIt())).toHaveLength(5);
  });

  it('A/ST-072, A/ST-074: another namespace is refused, and the copy reports it', async () => {
    await apply(fleet.hub, workloadYaml('other', 'web:1'));
    await apply(fleet.hub, shopOf('other', 9));
    await soon('the refusal is reported in both places', async () => {
      for (const { conditions } of [(await placement()).status, (await copy()).sourceStatus]) {
        expect(conditions).toContainEqual(
          expect.objectContaining({
            type: 'ClusterResourcePlacementScheduled',
            status: 'False',
            reason: 'InvalidResourceSelectors',
            message: expect.stringContaining(
              "namespace resource selector is choosing a different namespace 'other' from what was originally picked 'shop'",
            ),
          }),
        );
      }
    });
    const { status, metadata } = await placement();
    expect(status.selectedResources[0].name).toBe('shop');
    const ofScheduleAndCopy = /(Scheduled|StatusSynced)$/;
    const others = status.conditions.filter((c: any) => !ofScheduleAndCopy.test(c.type));
    expect(others.map((c: any) => c.observedGeneration)).toEqual(Array(5).fill(metadata.generation - 1));
  });

  it('A/SEL-024, A/ST-005: who waits for an edit with a mistake is not reported available', async () => {
    const available = ['crp', 'shop-placement', '--for=condition=ClusterResourcePlacementAvailable'];
    await expect(fleet.hub.kubectl(['wait', ...available, '--timeout=2s'])).rejects.toThrow('timed out');
    await apply(fleet.hub, shopOf('shop', 9));
    await fleet.hub.kubectl(['wait', ...available, '--timeout=60s']);
    const { status, metadata } = await placement();
    for (const condition of status.conditions) expect(condition.observedGeneration).toBe(metadata.generation);
  });

  it('A/ST-081: the end of the placement is published', async () => {
    await fleet.hub.kubectl(['delete', 'crp', 'shop-placement', '--wait=true', '--timeout=60s']);
    await soon('its last event', async () => {
      expect(await countsOf('PlacementCleanupFinalizerRemoved')).toEqual([1]);
    });
  });
});
