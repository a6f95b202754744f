import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith } from './fleet';

/* kubectl's JSON is read with the eyes of the test: what is missing fails the expectation. */
/* eslint-disable @typescript-eslint/no-explicit-any */

const MODES = ['Always', 'IfNoDiff', 'Never'] as const;
type Mode = (typeof MODES)[number];
const nameOf = (mode: Mode) => mode.toLowerCase();

const configMap = (namespace: string, name: string, data: object) => `
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, namespace: ${namespace} }
data: ${JSON.stringify(data)}
---`;
const namespace = (name: string) => `
apiVersion: v1
kind: Namespace
metadata: { name: ${name} }
---`;
const placement = (mode: Mode) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${nameOf(mode)} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${nameOf(mode)} }]
  policy: { placementType: PickAll }
  strategy: { type: RollingUpdate, applyStrategy: { whenToTakeOver: ${mode} } }
---`;

jest.setTimeout(120_000);

describe('objects that a member had before they were placed', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1'] });
    engine = await startEngine(engineOn(fleet));
    await apply(fleet.hub, memberYaml('member-1'));
    for (const name of MODES.map(nameOf)) {
      const same = { a: 'hub' };
      await apply(
        fleet.members[0],
        namespace(name) +
          configMap(name, 'same', { ...same, theirs: 'x' }) +
          configMap(name, 'other', { a: 'member' }),
      );
      await apply(
        fleet.hub,
        namespace(name) + configMap(name, 'same', same) + configMap(name, 'other', { a: 'hub' }),
      );
    }
    await apply(fleet.hub, MODES.map(placement).join(''));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const statusOf = async (mode: Mode): Promise<any> =>
    (await read(fleet.hub, 'crp', nameOf(mode))).status.placementStatuses[0];
  const seen = async (mode: Mode, name: string) => {
    const { data, metadata } = await read(fleet.members[0], 'configmap', name, nameOf(mode));
    return { data, isOurs: metadata.ownerReferences?.[0]?.kind === 'AppliedWork' };
  };
  const failures = (status: any) =>
    (status.failedPlacements ?? []).map(({ kind, name, condition }: any) => [kind, name, condition.reason]);

  it('B/WA-060, B/WA-066 Always: fields of the hub win, those of others stay', async () => {
    await soon('all is applied', async () => {
      expect(conditionsOf(await statusOf('Always')).Applied).toMatch(/^True/);
    });
    expect(await seen('Always', 'other')).toEqual({ data: { a: 'hub' }, isOurs: true });
    expect(await seen('Always', 'same')).toEqual({ data: { a: 'hub', theirs: 'x' }, isOurs: true });
  });

  it('B/WA-065 IfNoDiff: takes over what is the same, and reports what is not', async () => {
    const status = await soon('one has failed', async () => {
      const current = await statusOf('IfNoDiff');
      expect(failures(current)).toEqual([['ConfigMap', 'other', 'FailedToTakeOver']]);
      return current;
    });
    expect(status.diffedPlacements).toMatchObject([
      { name: 'other', observedDiffs: [{ path: '/data/a', valueInHub: 'hub', valueInMember: 'member' }] },
    ]);
    expect(await seen('IfNoDiff', 'same')).toEqual({ data: { a: 'hub', theirs: 'x' }, isOurs: true });
    expect(await seen('IfNoDiff', 'other')).toEqual({ data: { a: 'member' }, isOurs: false });
  });

  it('B/WA-045, B/WA-067 Never: touches nothing, also when the placement goes', async () => {
    await soon('all have failed', async () => {
      const reasons = failures(await statusOf('Never')).map(([kind, name, reason]: string[]) =>
        [kind, name, reason].join(' '),
      );
      expect(reasons.sort()).toEqual([
        'ConfigMap other NotTakenOver',
        'ConfigMap same NotTakenOver',
        'Namespace never NotTakenOver',
      ]);
    });
    expect((await statusOf('Never')).diffedPlacements).toBeUndefined();
    await fleet.hub.kubectl('delete crp never --timeout=60s'.split(' '));
    expect(await seen('Never', 'other')).toEqual({ data: { a: 'member' }, isOurs: false });
    expect(await seen('Never', 'same')).toEqual({ data: { a: 'hub', theirs: 'x' }, isOurs: false });
  });
});
