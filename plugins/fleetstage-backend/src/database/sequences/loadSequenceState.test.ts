import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { anObject } from '../../__testUtils__/objects';
import { aCatalog, aSequence, HUB, runs, SequenceTrial } from '../../__testUtils__/sequenceTrial';
import { parseSettings } from '../../settings';
import { saveClassVersions } from './classVersionStore';
import { saveClusterVersions } from './clusterVersionStore';
import {
  clearDesiredUpgrade,
  listDesiredUpgradesOn,
  listUnanswered,
  saveDesiredUpgrade,
  saveUpgradeAnswer,
  saveUpgradeProblem,
} from './desiredUpgradeStore';

const databases = createTestDatabases();
const STAGES = [{ name: 'testing', fleets: ['testing'] }];
const CLASS = { provider: 'capi', namespace: 'ns', name: 'quick' };

describe.each(databases.eachSupportedId())('the state of a sequence on %s', databaseId => {
  let trial: SequenceTrial;

  beforeEach(async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    trial = await SequenceTrial.start(database);
    await trial.see(aSequence('bank', STAGES));
  });
  afterEach(() => trial.stop());

  const transact: SequenceTrial['database']['transact'] = work => trial.database.transact(work);
  const stateOf = async () => (await trial.load())!.state;
  const targetsOf = async () => {
    const { catalog } = await stateOf();
    return catalog.ok
      ? catalog.value.channels.flatMap(({ targets }) =>
          targets.map(({ to }) => `${to.major}.${to.minor}.${to.patch}`),
        )
      : catalog.error.message;
  };

  it('E/VC-005: the object comes first, then the configuration, and else there is none', async () => {
    expect(await targetsOf()).toMatch(/there is no VersionCatalog "default"; create it/);
    trial.settings = parseSettings(
      {
        hubs: [{ name: 'hub' }],
        sequences: {
          catalogs: [
            { name: 'default', channels: [{ name: 'R', targets: [{ from: '1.30', to: '1.31.1' }] }] },
          ],
        },
      },
      '/',
    ).sequences;
    expect(await targetsOf()).toEqual(['1.31.1']);
    await trial.see(aCatalog('1.30', '1.31.2'));
    expect(await targetsOf()).toEqual(['1.31.2']);
    await trial.lose('VersionCatalog', 'default');
    expect(await targetsOf()).toEqual(['1.31.1']);
  });

  it('E/VC-003: takes the versions of a ClusterClass as far as its provider has told them', async () => {
    await trial.see(anObject('VersionCatalog', 'default', { spec: { clusterClass: CLASS } }));
    expect(await targetsOf()).toMatch('ClusterClass ns/quick is not there');
    const keep = (versions?: readonly string[]) =>
      transact(tx => saveClassVersions(tx, HUB, CLASS, { ...(versions && { versions }), knownAt: NOON }));
    expect(await keep(['v1.30.1', 'v1.30.4'])).toBe(true);
    expect(await keep(['v1.30.1', 'v1.30.4'])).toBe(false);
    expect(new Set(await targetsOf())).toContain('1.30.4');
    expect(await keep()).toBe(true);
    expect(await targetsOf()).toMatch('is not there');
  });

  it('E/FL-002, E/MP-001: clusters with copied labels, what providers say, and the policies that match', async () => {
    await trial.cluster('t1', 'testing', 'v1.30.9');
    await trial.cluster('t2', 'testing', 'v1.30.9');
    await trial.see(anObject('MemberCluster', 't3'));
    await transact(tx =>
      saveClusterVersions(tx, HUB, {
        cluster: 't2',
        provider: { name: 'p', id: 'ns/t2' },
        labels: { 'tier': 'gold', 'fleetstage.io/fleet': 'of the provider' },
        silentSince: NOON,
      }),
    );
    await transact(tx => saveClusterVersions(tx, HUB, { cluster: 't3', unmanaged: 'no provider has it' }));
    await trial.see(
      anObject('MaintenancePolicy', 'gold', {
        spec: {
          clusters: { clusterSelector: { matchLabels: { tier: 'gold' } } },
          exclusions: [{ name: 'x', startTime: '2026-11-01T00:00:00Z', endTime: '2026-12-01T00:00:00Z' }],
        },
      }),
    );
    await trial.see(
      anObject('MaintenancePolicy', 'wrong', {
        spec: { clusters: { all: true }, timeZone: 'Nowhere/At_All' },
      }),
    );
    const { clusters } = await stateOf();
    expect(clusters).toMatchObject([
      { name: 't1', versions: { kind: 'Managed', observed: { generation: '1' } }, policies: [] },
      {
        name: 't2',
        labels: { 'tier': 'gold', 'fleetstage.io/fleet': 'testing' },
        versions: { kind: 'Managed', silentSince: NOON },
        policies: [{ name: 'gold' }],
      },
      { name: 't3', versions: { kind: 'NotManaged' } },
    ]);
  });

  it('a cluster that no provider was asked about yet is not left out', async () => {
    await trial.see(anObject('MemberCluster', 't1'));
    expect((await stateOf()).clusters[0].versions).toEqual({ kind: 'Managed' });
  });

  it('an answer to what was cleared or replaced meanwhile is dropped', async () => {
    const asked = {
      cluster: 't1',
      upgradeType: 'Node',
      version: '1.31.2',
      pools: ['a'],
      rollout: 'r',
      requestedAt: NOON,
    } as const;
    const answer = { kind: 'Accepted', at: NOON } as const;
    await transact(tx => saveDesiredUpgrade(tx, HUB, asked));
    expect(await transact(tx => listUnanswered(tx, HUB))).toEqual(['t1']);
    await transact(tx => saveUpgradeProblem(tx, HUB, asked, 'no answer'));
    expect(await transact(tx => listDesiredUpgradesOn(tx, HUB, 't1'))).toEqual([
      { ...asked, problem: 'no answer' },
    ]);
    await transact(tx => saveDesiredUpgrade(tx, HUB, { ...asked, requestedAt: plus(NOON, 1) }));
    expect(await transact(tx => saveUpgradeAnswer(tx, HUB, asked, answer))).toBe(false);
    await transact(tx => clearDesiredUpgrade(tx, HUB, { ...asked, rollout: 'another' }));
    const again = { ...asked, requestedAt: plus(NOON, 1) };
    expect(await transact(tx => saveUpgradeAnswer(tx, HUB, again, answer))).toBe(true);
    expect(await transact(tx => listUnanswered(tx, HUB))).toEqual([]);
    await transact(tx => clearDesiredUpgrade(tx, HUB, again));
    expect(await transact(tx => saveUpgradeAnswer(tx, HUB, again, answer))).toBe(false);
  });

  it('what was observed is kept as it is', async () => {
    const observed = { ...runs('v1.30.9', NOON), hasNativeAutoUpgrade: true };
    await trial.cluster('t1', 'testing', 'v1.30.9');
    await trial.observe('t1', observed);
    expect((await stateOf()).clusters[0].versions).toEqual({ kind: 'Managed', observed });
  });
});
