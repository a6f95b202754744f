import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { UPGRADE_REFUSALS, type DesiredUpgrade } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { VersionProviderError } from '@fleetstage/backstage-plugin-fleetstage-node';
import { UnauthorizedError } from '@fleetstage/kube-client';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { ManualPorts } from '../../__testUtils__/ManualPorts';
import { anObject } from '../../__testUtils__/objects';
import { anObserved, TestProvider } from '../../__testUtils__/TestProvider';
import { VersionTrial } from '../../__testUtils__/versionTrial';
import { saveObject } from '../../database/mirrorStore';
import { saveClusterVersions } from '../../database/sequences/clusterVersionStore';
import {
  clearDesiredUpgrade,
  listDesiredUpgradesOn,
  saveDesiredUpgrade,
} from '../../database/sequences/desiredUpgradeStore';
import { startUpgrades } from './startUpgrades';

const databases = createTestDatabases();

describe.each(databases.eachSupportedId())('upgrades that are desired, on %s', databaseId => {
  let ports: ManualPorts;
  let capi: TestProvider;
  let trial: VersionTrial;

  beforeEach(async () => {
    ports = new ManualPorts();
    capi = new TestProvider('capi', () => ports.clock.now());
    capi.clusters.set('fleet/web-1', { name: 'web-1', version: 'v1.33.4' });
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    trial = new VersionTrial(database, ports, [capi]);
    await trial.member('web-1', { fleet: 'testing' });
    const stages = [{ name: 'testing', fleets: ['testing'] }];
    await database.transact(tx =>
      saveObject(tx, 'hub', anObject('RolloutSequence', 'bank', { spec: { stages } })),
    );
    await observed();
  });

  const observed = (observedAt = ports.clock.now(), provider = { name: 'capi', id: 'fleet/web-1' }) =>
    trial.database.transact(tx =>
      saveClusterVersions(tx, 'hub', {
        ...{ cluster: 'web-1', provider, observed: anObserved('v1.33.4', observedAt) },
      }),
    );
  const UPGRADE: Omit<DesiredUpgrade, 'requestedAt'> = {
    ...{ cluster: 'web-1', upgradeType: 'ControlPlane', version: '1.34.1', rollout: 'bank-cp-1-34-1' },
  };
  const desire = (upgrade: Partial<DesiredUpgrade> = {}) =>
    trial.database.transact(tx =>
      saveDesiredUpgrade(tx, 'hub', { ...UPGRADE, requestedAt: ports.clock.now(), ...upgrade }),
    );
  const start = () => trial.perform(startUpgrades(trial.deps), 'web-1');
  const rows = () => trial.database.transact(tx => listDesiredUpgradesOn(tx, 'hub', 'web-1'));
  const answers = async () => (await rows()).map(({ answer }) => answer);

  it('D/PRV-006: begins, keeps the answer, wakes the sequence, and has the cluster observed', async () => {
    await desire();
    await trial.unmark();
    ports.advance(10);
    expect(await start()).toEqual({ again: undefined, problem: undefined });
    const at = ports.clock.now();
    expect(await answers()).toEqual([{ kind: 'Accepted', at, operation: 'op-1.34.1' }]);
    expect(capi.calls).toEqual([
      'check fleet/web-1 ControlPlane 1.34.1',
      'start fleet/web-1 ControlPlane 1.34.1',
    ]);
    expect(await trial.marked('rollout-sequence')).toEqual(['hub/bank']);
    expect(await trial.marked('observe-versions')).toEqual(['hub/web-1']);
  });

  it('asks for what is answered no more', async () => {
    await desire();
    await start();
    await expect(start()).rejects.toThrow('there is nothing to do for hub/web-1');
  });

  it('asks for the pools of nodes, and for both types of a cluster', async () => {
    await desire();
    const nodes = { upgradeType: 'Node', version: '1.33.9', pools: ['general', 'batch'] } as const;
    await desire({ ...nodes, rollout: 'bank-np-1-33-9' });
    await start();
    expect(capi.calls.filter(call => call.startsWith('start'))).toEqual([
      'start fleet/web-1 ControlPlane 1.34.1',
      'start fleet/web-1 Node 1.33.9 general batch',
    ]);
    expect((await answers()).map(answer => answer?.kind)).toEqual(['Accepted', 'Accepted']);
  });

  it.each(UPGRADE_REFUSALS)(
    'E/CA-005: a check that finds %s is an answer, and nothing is started',
    async reason => {
      capi.check = { ok: false, reason, message: 'not now' };
      await desire();
      await start();
      expect(await answers()).toEqual([
        { kind: 'Refused', at: ports.clock.now(), reason, message: 'not now' },
      ]);
      expect(capi.calls).toEqual(['check fleet/web-1 ControlPlane 1.34.1']);
    },
  );

  it.each([
    {
      error: { kind: 'refused', refusal: 'MinorSkew' } as const,
      answer: { kind: 'Refused', reason: 'MinorSkew' },
    },
    { error: { kind: 'permission' } as const, answer: { kind: 'Failed' } },
    { error: { kind: 'permanent' } as const, answer: { kind: 'Failed' } },
  ])('D/PRV-012: $error.kind is an answer: $answer.kind', async ({ error, answer }) => {
    capi.failure = new VersionProviderError('no', error);
    await desire();
    expect((await start()).problem).toBeUndefined();
    expect(await answers()).toEqual([{ ...answer, at: ports.clock.now(), message: 'no' }]);
  });

  it('D/PRV-012: what can be repeated is no answer: it is tried again, and the row says why', async () => {
    capi.failure = new VersionProviderError('overloaded', { kind: 'retryable', retryAfterMs: 7_000 });
    await desire();
    const { problem } = await start();
    expect(problem).toMatchObject({ name: 'TransientError', retryAfterMs: 7_000 });
    expect(await rows()).toMatchObject([{ problem: 'overloaded' }]);
    expect(await answers()).toEqual([undefined]);
    capi.failure = undefined;
    await start();
    expect(await rows()).toEqual([expect.not.objectContaining({ problem: expect.anything() })]);
    expect(await answers()).toMatchObject([{ kind: 'Accepted' }]);
  });

  it('D/PRV-012: refused credentials are read again, and are no answer', async () => {
    const cause = new UnauthorizedError('expired');
    capi.failure = new VersionProviderError('expired', { kind: 'permission', cause });
    await desire();
    expect((await start()).problem).toMatchObject({ name: 'TransientError' });
    expect(await rows()).toMatchObject([
      { problem: 'the credentials of provider capi are refused: expired' },
    ]);
  });

  it('a provider that never answers is asked again', async () => {
    capi.meanwhile = async () => {
      ports.advance(10_000);
      await new Promise(() => {});
    };
    await desire();
    expect((await start()).problem).toMatchObject({ name: 'TransientError' });
    expect(await answers()).toEqual([undefined]);
  });

  it('D/CL-004: killed between call and answer, the same call is made again, and is accepted', async () => {
    await desire();
    const effect = startUpgrades(trial.deps);
    const input = await trial.database.transact(tx => effect.load(tx, 'hub/web-1'));
    await effect.run(input as never, {
      signal: new AbortController().signal,
      log: { ...console, info() {} },
    });
    expect(capi.clusters.get('fleet/web-1')?.desired).toBe('1.34.1');
    // Nothing was recorded.
    expect(await answers()).toEqual([undefined]);
    await start();
    expect(await answers()).toMatchObject([{ kind: 'Accepted' }]);
    expect(capi.clusters.get('fleet/web-1')?.desired).toBe('1.34.1');
  });

  it('what was cleared meanwhile gets no answer', async () => {
    await desire();
    await trial.unmark();
    capi.meanwhile = () => trial.database.transact(tx => clearDesiredUpgrade(tx, 'hub', UPGRADE));
    await start();
    expect(await rows()).toEqual([]);
    expect(await trial.marked('rollout-sequence')).toEqual([]);
  });

  it('what was replaced meanwhile does not get the answer of what it was before', async () => {
    await desire();
    capi.meanwhile = async () => {
      capi.meanwhile = async () => undefined;
      ports.advance(1);
      await desire({ version: '1.34.2', rollout: 'bank-cp-1-34-2' });
    };
    await start();
    expect(await rows()).toMatchObject([{ version: '1.34.2' }]);
    expect(await answers()).toEqual([undefined]);
  });

  it.each([
    { rule: 'is not known', provider: undefined },
    { rule: 'has not listed its clusters', provider: { name: 'capi', id: '' } },
  ])('asks nobody where the provider $rule', async ({ provider }) => {
    await desire();
    await trial.database.transact(tx =>
      saveClusterVersions(tx, 'hub', { cluster: 'web-1', ...(provider && { provider }) }),
    );
    await expect(start()).rejects.toThrow('there is nothing to do');
    expect(capi.calls).toEqual([]);
  });

  it('a provider that this replica does not have is no answer', async () => {
    await desire();
    await observed(ports.clock.now(), { name: 'gke', id: 'europe/web-1' });
    expect((await start()).problem).toMatchObject({ name: 'TransientError' });
    expect(await answers()).toEqual([undefined]);
  });

  it('an answer is not older than what was observed before it, whatever clocks say', async () => {
    const later = instant(ports.clock.now() + 5_000);
    await observed(later);
    await desire();
    await start();
    expect(await answers()).toMatchObject([{ kind: 'Accepted', at: later }]);
  });
});
