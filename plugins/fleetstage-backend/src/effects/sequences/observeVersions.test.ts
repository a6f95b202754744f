import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { VersionProviderError } from '@fleetstage/backstage-plugin-fleetstage-node';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { ManualPorts } from '../../__testUtils__/ManualPorts';
import { anObject } from '../../__testUtils__/objects';
import { TestProvider } from '../../__testUtils__/TestProvider';
import { VersionTrial } from '../../__testUtils__/versionTrial';
import { deleteObject, saveObject } from '../../database/mirrorStore';
import { listClusterUpgrades } from '../../database/sequences/clusterUpgradeStore';
import { loadClusterVersions } from '../../database/sequences/clusterVersionStore';
import {
  listDesiredUpgradesOn,
  saveDesiredUpgrade,
  saveUpgradeAnswer,
} from '../../database/sequences/desiredUpgradeStore';
import { saveProvidedClusters } from '../../database/sequences/providedClusterStore';
import { saveListed, saveSilence } from '../../database/sequences/providerStore';
import { observeVersions } from './observeVersions';

const databases = createTestDatabases();

describe.each(databases.eachSupportedId())('what is known of the versions of clusters, on %s', databaseId => {
  let ports: ManualPorts;
  let capi: TestProvider;
  let gke: TestProvider;
  let trial: VersionTrial;

  beforeEach(async () => {
    ports = new ManualPorts();
    capi = new TestProvider('capi', () => ports.clock.now());
    gke = new TestProvider('gke', () => ports.clock.now());
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    trial = new VersionTrial(database, ports, [capi, gke]);
    capi.clusters.set('fleet/web-1', { name: 'web-1', version: 'v1.33.4' });
    await listAll();
    await trial.member('web-1', { fleet: 'testing' });
    const stages = [{ name: 'testing', fleets: ['testing'] }];
    await database.transact(tx =>
      saveObject(tx, 'hub', anObject('RolloutSequence', 'bank', { spec: { stages } })),
    );
  });

  const listAll = () =>
    trial.database.transact(async tx => {
      for (const provider of [capi, gke]) {
        const clusters = [...provider.clusters].map(([id, { name, labels = {} }]) => ({ id, name, labels }));
        await saveProvidedClusters(tx, 'hub', provider.name, clusters);
        await saveListed(tx, 'hub', provider.name, ports.clock.now());
      }
    });
  const observe = async (name = 'web-1') => (await trial.perform(observeVersions(trial.deps), name)).again;
  const known = (name = 'web-1') => trial.database.transact(tx => loadClusterVersions(tx, 'hub', name));
  const woken = () => trial.marked('rollout-sequence');
  const askFor = (requestedAt = ports.clock.now()) =>
    trial.database.transact(tx =>
      saveDesiredUpgrade(tx, 'hub', {
        ...{ cluster: 'web-1', upgradeType: 'ControlPlane', version: '1.34.1' },
        ...{ rollout: 'bank-cp-1-34-1', requestedAt },
      }),
    );
  const accept = () =>
    trial.database.transact(async tx => {
      const [upgrade] = await listDesiredUpgradesOn(tx, 'hub', 'web-1');
      await saveUpgradeAnswer(tx, 'hub', upgrade, { kind: 'Accepted', at: ports.clock.now() });
    });

  it('D/PRV-003: keeps what the provider says, and wakes the sequence once', async () => {
    await observe();
    expect(await known()).toMatchObject({
      provider: { name: 'capi', id: 'fleet/web-1' },
      observed: { controlPlane: { version: 'v1.33.4', upgrading: false }, observedAt: ports.clock.now() },
    });
    expect(await woken()).toEqual(['hub/bank']);
    await trial.unmark();
    ports.advance(60_000);
    await observe();
    expect(await woken()).toEqual([]);
    expect((await known())?.observed?.observedAt).toBe(ports.clock.now());
  });

  it('D/PRV-010: asks busy clusters every minute and others every quarter of an hour', async () => {
    expect(await observe()).toEqual({ afterMs: 15 * 60_000 * 0.875 });
    capi.clusters.set('fleet/web-1', { name: 'web-1', version: 'v1.33.4', desired: 'v1.34.1' });
    expect(await observe()).toEqual({ afterMs: 60_000 });
    expect(await woken()).toEqual(['hub/bank']);
  });

  it('says which cluster is upgraded by somebody else, and since when, where workloads wait for that', async () => {
    const held = () => trial.database.transact(tx => listClusterUpgrades(tx, 'hub'));
    const observeHeld = (holdWorkloads: boolean) =>
      trial.perform(observeVersions({ ...trial.deps, holdWorkloads }), 'web-1');
    capi.clusters.set('fleet/web-1', { name: 'web-1', version: 'v1.33.4', desired: 'v1.34.1' });
    await observe();
    expect(await held()).toEqual(new Map());
    const since = ports.clock.now();
    await observeHeld(true);
    ports.advance(60_000);
    await observeHeld(true);
    expect(await held()).toEqual(
      new Map([['web-1', { upgradeType: 'ControlPlane', version: '1.34.1', since }]]),
    );
    capi.failure = new VersionProviderError('away', { kind: 'retryable' });
    await observeHeld(true);
    expect((await held()).size).toBe(1);
    capi.failure = undefined;
    capi.clusters.set('fleet/web-1', { name: 'web-1', version: 'v1.34.1' });
    ports.advance(60_000);
    await observeHeld(true);
    expect(await held()).toEqual(new Map());
  });

  it.each([
    { rule: 'no provider has it', member: 'nobody', says: /^no provider has a cluster named nobody/ },
    { rule: 'the annotation names none', member: 'odd', ref: 'aks/x', says: /names the provider aks, which/ },
    {
      rule: 'the provider does not know the one that is named',
      member: 'odd',
      ref: 'capi/fleet/none',
      says: /^the provider capi has no cluster fleet\/none; correct/,
    },
  ])('E/FL-005: is not managed where $rule, and says what to do', async ({ member, ref, says }) => {
    await trial.member(member, { ref });
    expect(await observe(member)).toBeUndefined();
    const { provider, unmanaged } = (await known(member))!;
    expect(provider).toBeUndefined();
    expect(unmanaged).toMatch(says);
  });

  it('E/FL-005: a second cluster of the name takes it out, and back in when it goes', async () => {
    await observe();
    gke.clusters.set('europe/web-1', { name: 'web-1', version: 'v1.33.4' });
    await listAll();
    await observe();
    expect(await known()).toMatchObject({ unmanaged: expect.stringMatching(/^several clusters are named/) });
    gke.clusters.clear();
    await listAll();
    await observe();
    expect(await known()).toMatchObject({ provider: { name: 'capi' } });
  });

  it('E/FL-005: of two MemberClusters that are one cluster the first by name has it, until it lets go', async () => {
    await trial.member('copy-2', { ref: 'capi/fleet/web-1' });
    await trial.member('copy-1', { ref: 'capi/fleet/web-1' });
    await observe('copy-2');
    expect(await known('copy-2')).toMatchObject({ provider: { id: 'fleet/web-1' } });
    await trial.unmark();
    await observe('copy-1');
    expect(await trial.marked('observe-versions')).toEqual(['hub/copy-2']);
    await observe('copy-2');
    expect((await known('copy-2'))?.unmanaged).toMatch(
      /^capi\/fleet\/web-1 is the cluster of MemberCluster copy-1/,
    );
    await trial.unmark();
    await trial.member('copy-1', { ref: 'capi/fleet/none' });
    await observe('copy-1');
    expect(await trial.marked('observe-versions')).toContain('hub/copy-2');
    await observe('copy-2');
    expect(await known('copy-2')).toMatchObject({ provider: { id: 'fleet/web-1' } });
  });

  it('D/CL-005: a provider that has never answered leaves its clusters unknown, not unmanaged', async () => {
    await trial.database.transact(async tx => {
      await tx.sql('version_providers').where({ name: 'gke' }).delete();
      await saveSilence(tx, 'hub', 'gke', { since: ports.clock.now(), problem: 'no route' });
    });
    await trial.member('web-2');
    await observe('web-2');
    expect(await known('web-2')).toEqual({
      cluster: 'web-2',
      provider: { name: 'gke', id: '' },
      silentSince: ports.clock.now(),
    });
    expect(gke.calls).toEqual([]);
  });

  it('D/CAPI-050, E/FL-002: keeps the labels that are copied', async () => {
    capi.clusters.set('fleet/web-1', { name: 'web-1', version: 'v1.33.4', labels: { tier: 'gold' } });
    await listAll();
    await observe();
    expect((await known())?.labels).toEqual({ tier: 'gold' });
  });

  it('D/CL-005: silence keeps the last answer and when it began, and wakes the sequence when it begins and ends', async () => {
    await observe();
    const { observed } = (await known())!;
    await trial.unmark();
    capi.failure = new VersionProviderError('connection refused', { kind: 'retryable' });
    ports.advance(1_000);
    const silentSince = ports.clock.now();
    expect(await observe()).toEqual({ afterMs: 1_000 });
    expect(await known()).toMatchObject({ observed, silentSince });
    expect(await woken()).toEqual(['hub/bank']);
    await trial.unmark();
    ports.advance(8_000);
    // As long as it has been silent: the wait doubles.
    expect(await observe()).toEqual({ afterMs: 8_000 });
    ports.advance(600_000);
    expect(await observe()).toEqual({ afterMs: 60_000 });
    expect(await known()).toMatchObject({ observed, silentSince });
    expect(await woken()).toEqual([]);
    capi.failure = undefined;
    await observe();
    expect((await known())?.silentSince).toBeUndefined();
    expect(await woken()).toEqual(['hub/bank']);
  });

  it.each([
    { kind: 'permission' as const, afterMs: 300_000 },
    { kind: 'permanent' as const, afterMs: 300_000 },
  ])(
    'D/PRV-012: asks seldom after a failure that only a person can mend: $kind',
    async ({ kind, afterMs }) => {
      capi.failure = new VersionProviderError('no', { kind });
      expect(await observe()).toEqual({ afterMs });
    },
  );

  it('D/PRV-012: waits as long as an overloaded provider asks for', async () => {
    capi.failure = new VersionProviderError('overloaded', { kind: 'retryable', retryAfterMs: 90_000 });
    expect(await observe()).toEqual({ afterMs: 90_000 });
  });

  it('is silent where the provider takes no end', async () => {
    capi.meanwhile = async () => {
      ports.advance(10_000);
      await new Promise(() => {});
    };
    await observe();
    expect((await known())?.silentSince).toBeDefined();
  });

  it('an observation that an accepted upgrade has overtaken is no evidence: it is dropped and asked again', async () => {
    await observe();
    const before = await known();
    await askFor();
    ports.advance(1_000);
    capi.meanwhile = accept;
    expect(await observe()).toEqual({ afterMs: 0 });
    expect(await known()).toEqual(before);
  });

  it('one that was asked for after the answer is younger than it, whatever clocks say', async () => {
    await askFor();
    ports.advance(5_000);
    await accept();
    const acceptedAt = ports.clock.now();
    // The clock of this replica is behind that of the one that started the upgrade.
    const late = { ...trial.deps, clock: { now: () => plus(acceptedAt, -4_000) } };
    await trial.perform(observeVersions(late), 'web-1');
    expect((await known())?.observed?.observedAt).toBeGreaterThan(acceptedAt);
  });

  it('the first answer after a start wakes the sequence, also where it reads like the one before', async () => {
    await observe();
    await askFor();
    await accept();
    await trial.unmark();
    ports.advance(1_000);
    await observe();
    expect(await woken()).toEqual(['hub/bank']);
    await trial.unmark();
    ports.advance(1_000);
    await observe();
    expect(await woken()).toEqual([]);
  });

  it('asks for what is desired once the provider is known', async () => {
    await askFor();
    await observe();
    expect(await trial.marked('start-upgrades')).toEqual(['hub/web-1']);
  });

  it('forgets a MemberCluster that is gone', async () => {
    await observe();
    const gone = { hub: 'hub', kind: 'MemberCluster', name: 'web-1' };
    await trial.database.transact(tx => deleteObject(tx, gone));
    await observe();
    expect(await known()).toBeUndefined();
  });
});
