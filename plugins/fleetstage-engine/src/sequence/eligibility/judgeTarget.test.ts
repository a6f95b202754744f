import { TARGET_REASONS, type TargetState } from '@fleetstage/backstage-plugin-fleetstage-common';
import { at } from '../maintenance/maintenance.testing';
import { aVersion } from '../versions/version.testing';
import { aPool, aRolloutTo, aTarget, aUnit } from './eligibility.testing';
import { judgeTarget } from './judgeTarget';
import type { RolloutFacts, TargetFacts, TargetPast } from './targetFacts';
import { holdsStage, mayStart, type TargetVerdict } from './targetVerdict';

const NOW = at('2026-12-02T12:00:00Z');
const NODES = { upgradeType: 'Node' as const };
const started = (progressAt = NOW): TargetPast => ({
  kind: 'Started',
  at: at('2026-12-02T11:00:00Z'),
  progressAt,
});
const failure = (past: Partial<Extract<TargetPast, { kind: 'Failed' }>> = {}): TargetPast => ({
  kind: 'Failed',
  at: at('2026-12-02T11:00:00Z'),
  cause: 'UpgradeFailed',
  message: 'a machine never joined',
  attempts: 1,
  ...past,
});
const refusedBy = (
  reason: Extract<NonNullable<TargetFacts['check']>, { ok: false }>['reason'],
  message = 'so it says',
) => ({
  check: { ok: false as const, reason, message },
});

interface Row {
  rule: string;
  facts: TargetFacts;
  to?: string;
  rollout?: Partial<RolloutFacts>;
  is: string;
  message?: RegExp;
  until?: string;
}

const judge = ({ facts, to = '1.30.14', rollout }: Pick<Row, 'facts' | 'to' | 'rollout'>) =>
  judgeTarget(facts, aRolloutTo(to, rollout), NOW);

const shown = (verdict: TargetVerdict | undefined) =>
  verdict === undefined ? 'not listed' : `${verdict.state} ${verdict.reason}`;

const gone: Row[] = [
  {
    rule: 'left the fleet (D/EL-001, E/TR-008)',
    facts: aTarget('1.29.3', { presence: 'LeftFleet' }),
    is: 'Removed LeftFleet',
  },
  {
    rule: 'deleted (D/EL-001, D/TG-008)',
    facts: aTarget('1.29.3', { presence: 'ClusterDeleted', past: started() }),
    is: 'Removed ClusterDeleted',
  },
  { rule: 'ignored (D/EL-002)', facts: aTarget('1.29.3', { presence: 'Ignored' }), is: 'not listed' },
  {
    rule: 'no provider (E/TR-007, E/FL-005)',
    facts: aTarget('1.29.3', { provider: 'NotManaged', unit: undefined }),
    is: 'Ineligible NotManaged',
    message: /set its annotation fleetstage\.io\/provider-ref/,
  },
];

const done: Row[] = [
  {
    rule: 'at the target before (D/EL-003, E/TR-006)',
    facts: aTarget('1.30.14'),
    is: 'Skipped AlreadyAtOrAbove',
  },
  {
    rule: 'later than the target (D/EL-017, D/TS-012, E/EX-005)',
    facts: aTarget('1.33.1'),
    to: '1.32.0',
    is: 'Skipped AlreadyAtOrAbove',
    message: /^The control plane runs 1\.33\.1, at or above the target 1\.32\.0\.$/,
  },
  {
    rule: 'the rollout brought it there (D/TG-002, E/TR-005)',
    facts: aTarget('1.30.14', { past: started() }),
    is: 'Succeeded Upgraded',
  },
  {
    rule: 'further than the rollout wanted (D/TG-007)',
    facts: aTarget('1.30.15', { past: started() }),
    is: 'Succeeded Upgraded',
  },
  {
    rule: 'by hand after it failed (D/TG-007)',
    facts: aTarget('1.30.14', { past: failure() }),
    is: 'Succeeded Upgraded',
  },
  {
    rule: 'set back by hand afterwards (D/MW-007)',
    facts: aTarget('1.29.3', { past: { kind: 'Succeeded' } }),
    is: 'Succeeded Upgraded',
  },
  {
    rule: 'there, but not settled (D/TG-002)',
    facts: aTarget('1.30.14', { past: started(), unit: aUnit('1.30.14', { isUpgrading: true }) }),
    is: 'Running UpgradeInProgress',
  },
  {
    rule: 'there, but not healthy (D/TG-002)',
    facts: aTarget('1.30.14', { past: started(), unit: aUnit('1.30.14', { isHealthy: false }) }),
    is: 'Running UpgradeInProgress',
  },
];

const underWay: Row[] = [
  {
    rule: 'asked for (E/TR-002)',
    facts: aTarget('1.29.3', {
      past: started(at('2026-12-02T11:45:00Z')),
      unit: aUnit('1.29.3', { isUpgrading: true }),
    }),
    is: 'Running UpgradeInProgress',
    until: '2026-12-02T12:15:00Z',
  },
  {
    rule: 'nothing seen yet (E/TR-002)',
    facts: aTarget('1.29.3', { past: { kind: 'Started', at: NOW, progressAt: NOW } }),
    is: 'Running UpgradeStarted',
  },
  {
    rule: 'no change for 30 minutes (E/TR-002, D/CAPI-016)',
    facts: aTarget('1.29.3', { past: started(at('2026-12-02T11:30:00Z')) }),
    is: 'Running NoProgress',
    message: /nothing has changed for 30 min; see the provider/,
  },
  {
    rule: 'no window stops it (D/TG-006, E/MP-007)',
    facts: aTarget('1.29.3', { past: started(), maintenance: { kind: 'Closed', policies: ['p'] } }),
    is: 'Running UpgradeInProgress',
  },
  {
    rule: 'no pause stops it (D/AC-003)',
    facts: aTarget('1.29.3', { past: started() }),
    rollout: { state: 'Paused' },
    is: 'Running UpgradeInProgress',
  },
  {
    rule: 'nor does cancelling (D/MD-011, D/TS-019)',
    facts: aTarget('1.29.3', { past: started() }),
    rollout: { state: 'Cancelled' },
    is: 'Running UpgradeInProgress',
  },
  {
    rule: 'nor skipping it (E/AC-004)',
    facts: aTarget('1.29.3', { past: started(), isSkippedByUser: true }),
    is: 'Running UpgradeInProgress',
  },
  {
    rule: 'nodes that follow their control plane (D/CAPI-030)',
    facts: aPool('1.29.3', '1.30.14', {
      unit: aUnit('1.29.3', { isUpgrading: true, desired: aVersion('1.30.14') }),
    }),
    rollout: NODES,
    is: 'Running UpgradeInProgress',
  },
  {
    rule: 'unknown, begun: it keeps its state (D/CL-005)',
    facts: aTarget('1.29.3', { past: started(), provider: 'Unknown' }),
    is: 'Running UpgradeInProgress',
  },
  {
    rule: 'unknown is not finished (D/CL-005)',
    facts: aTarget('1.30.14', { provider: 'Unknown' }),
    is: 'Pending ClusterNotReady',
    message: /provider does not report/,
  },
  { rule: 'never reported', facts: aTarget('1.29.3', { unit: undefined }), is: 'Pending ClusterNotReady' },
  {
    rule: 'nodes without a known control plane',
    facts: aTarget('1.29.3', { nodePool: 'blue' }),
    rollout: NODES,
    is: 'Pending ClusterNotReady',
  },
];

const ended: Row[] = [
  {
    rule: 'cancelled (E/TR-006)',
    facts: aTarget('1.29.3'),
    rollout: { state: 'Cancelled' },
    is: 'Skipped RolloutCancelled',
  },
  {
    rule: 'skipped by a user (D/AC-009, E/AC-004)',
    facts: aTarget('1.29.3', { isSkippedByUser: true }),
    is: 'Skipped SkippedByUser',
    message: /take it out of skippedClusters/,
  },
];

const notEligible: Row[] = [
  {
    rule: 'two minors (D/EL-004, S138)',
    facts: aTarget('1.29.4'),
    to: '1.31.2',
    is: 'Ineligible MinorSkew',
    message:
      /^The control plane runs 1\.29\.4, the target is 1\.31\.2, 2 minors ahead; upgrade it to 1\.30 or later by hand\.$/,
  },
  {
    rule: 'another major (D/EL-004)',
    facts: aTarget('1.99.0'),
    to: '2.0.0',
    is: 'Ineligible MinorSkew',
    message: /another major/,
  },
  { rule: 'one minor', facts: aTarget('1.30.14'), to: '1.31.2', is: 'Pending WaitingForSlot' },
  {
    rule: 'two minors where the provider chains (D/CAPI-043)',
    facts: aTarget('1.29.4'),
    to: '1.31.2',
    rollout: { maxMinorStep: 2 },
    is: 'Pending WaitingForSlot',
  },
  {
    rule: 'the provider says so (D/CAPI-022)',
    facts: aTarget('1.29.4', refusedBy('MinorSkew', 'version cannot be increased')),
    is: 'Ineligible MinorSkew',
    message: /version cannot be increased/,
  },
  {
    rule: 'nodes above their control plane (D/EL-005)',
    facts: aPool('1.29.3', '1.29.3'),
    rollout: NODES,
    is: 'Ineligible AboveControlPlane',
    message:
      /^Node pool "blue" runs 1\.29\.3, the target is 1\.30\.14, above the control plane, which runs 1\.29\.3; upgrade the control plane to 1\.30\.14 or later first\.$/,
  },
  {
    rule: 'its control plane is on the way (D/EL-005, E/TR-001)',
    facts: aPool('1.29.3', '1.29.3', {
      controlPlane: { current: aVersion('1.29.3'), desired: aVersion('1.30.14') },
    }),
    rollout: NODES,
    is: 'Pending WaitingForControlPlane',
    message: /above the control plane, which runs 1\.29\.3; it waits for the upgrade of the control plane/,
  },
  {
    rule: 'a rollout brings it there (D/EL-005)',
    facts: aPool('1.29.3', '1.29.3', { controlPlaneComing: aVersion('1.31.0') }),
    rollout: NODES,
    is: 'Pending WaitingForControlPlane',
  },
  {
    rule: 'a rollout brings it not far enough',
    facts: aPool('1.29.3', '1.29.3', { controlPlaneComing: aVersion('1.30.2') }),
    rollout: NODES,
    is: 'Ineligible AboveControlPlane',
  },
  {
    rule: 'nodes as far as their control plane',
    facts: aPool('1.29.3', '1.30.14'),
    rollout: NODES,
    is: 'Pending WaitingForSlot',
  },
  {
    rule: 'nodes three minors behind (D/EL-006)',
    facts: aPool('1.28.3', '1.31.0'),
    to: '1.31.0',
    rollout: NODES,
    is: 'Pending WaitingForSlot',
  },
  {
    rule: 'nodes four minors behind (D/EL-006)',
    facts: aPool('1.27.3', '1.31.0'),
    to: '1.31.0',
    rollout: NODES,
    is: 'Ineligible NodeSkew',
    message: /more than 3 minors ahead; upgrade node pool "blue" to 1\.28 or later by hand/,
  },
  {
    rule: 'not in the ClusterClass (D/EL-007, D/TS-021, D/CAPI-023)',
    facts: aTarget('1.29.3', refusedBy('VersionNotAvailable', 'version must match one of the versions')),
    is: 'Ineligible VersionNotAvailable',
    message: /the provider does not offer: version must match one of the versions; make it available there/,
  },
  {
    rule: 'another channel (D/EL-008, E/RS-012)',
    facts: aTarget('1.29.3', {
      path: { ok: false, reason: 'ChannelMismatch', message: 'it is in channel Stable' },
    }),
    is: 'Ineligible ChannelMismatch',
    message: /^It is in channel Stable\.$/,
  },
  {
    rule: 'opted out (D/EL-009, E/FL-006)',
    facts: aTarget('1.29.3', { isOptedOut: true }),
    is: 'Ineligible AutoUpgradeDisabled',
    message: /remove its annotation fleetstage\.io\/auto-upgrade/,
  },
  {
    rule: 'minors are off (E/RS-010, E/TR-007)',
    facts: aTarget('1.29.3'),
    rollout: { upgradeTypes: ['ControlPlanePatch', 'NodeMinor'] },
    is: 'Ineligible UpgradeTypeDisabled',
    message: /does not start ControlPlaneMinor; add it to upgradeTypes/,
  },
  {
    rule: 'patches are on',
    facts: aTarget('1.30.3'),
    rollout: { upgradeTypes: ['ControlPlanePatch'] },
    is: 'Pending WaitingForSlot',
  },
  {
    rule: 'joined late (D/SG-006)',
    facts: aTarget('1.29.3', { stage: 'Late' }),
    is: 'Ineligible CatchUpNextRollout',
    message: /the next rollout takes it/,
  },
  {
    rule: 'nodes that the provider finds above their control plane (D/PRV-005)',
    facts: aPool('1.29.3', '1.30.14', refusedBy('AboveControlPlane', 'the control plane is older')),
    rollout: NODES,
    is: 'Ineligible AboveControlPlane',
    message: /the control plane is older/,
  },
  {
    rule: 'nodes that the provider finds too old (D/PRV-005)',
    facts: aPool('1.29.3', '1.30.14', refusedBy('NodeSkew', 'nodes are too old')),
    rollout: NODES,
    is: 'Ineligible NodeSkew',
    message: /nodes are too old/,
  },
  {
    rule: 'bounds of nodes do not bind control planes',
    facts: aTarget('1.26.3', { controlPlane: { current: aVersion('1.26.3') } }),
    rollout: { maxMinorStep: 5 },
    is: 'Pending WaitingForSlot',
  },
];

const failures: Row[] = [
  {
    rule: 'waits for its next attempt (D/TG-004, E/TR-001)',
    facts: aTarget('1.29.3', { past: failure({ nextAttemptAt: at('2026-12-02T12:10:00Z') }) }),
    is: 'Pending WaitingForRetry',
    message: /^Attempt 1 failed: a machine never joined; the next begins at 2026-12-02 12:10 UTC\.$/,
    until: '2026-12-02T12:10:00Z',
  },
  {
    rule: 'is due',
    facts: aTarget('1.29.3', { past: failure({ nextAttemptAt: NOW }) }),
    is: 'Pending WaitingForSlot',
  },
  {
    rule: 'has no attempt left (D/TG-005, E/TR-004)',
    facts: aTarget('1.29.3', { past: failure({ attempts: 5 }) }),
    is: 'Failed AttemptsExhausted',
    message:
      /failed after 5 attempts: a machine never joined; repair the cause and retry, or skip the cluster/,
  },
  {
    rule: 'had one only (E/TR-004)',
    facts: aTarget('1.29.3', { past: failure() }),
    is: 'Failed UpgradeFailed',
  },
  {
    rule: 'refused (D/PRV-012, E/TR-004)',
    facts: aTarget('1.29.3', { past: failure({ cause: 'RefusedByProvider', attempts: 3 }) }),
    is: 'Failed RefusedByProvider',
  },
];

const waiting: Row[] = [
  {
    rule: 'its stage has not begun (E/TR-001)',
    facts: aTarget('1.29.3', { stage: 'Waiting', maintenance: { kind: 'Closed', policies: [] } }),
    is: 'Pending WaitingForStage',
  },
  {
    rule: 'paused (E/TR-003)',
    facts: aTarget('1.29.3'),
    rollout: { state: 'Paused' },
    is: 'Paused RolloutPaused',
    message: /resume it to go on/,
  },
  {
    rule: 'suspended (E/RS-017)',
    facts: aTarget('1.29.3'),
    rollout: { state: 'Suspended' },
    is: 'Paused RolloutPaused',
    message: /set spec\.suspend to false/,
  },
  {
    rule: 'paused by the provider (D/CAPI-045)',
    facts: aTarget('1.29.3', refusedBy('ProviderPaused')),
    is: 'Paused ProviderPaused',
  },
  {
    rule: 'deprecated API (D/EL-010, D/MW-005)',
    facts: aTarget('1.29.3', {
      ...refusedBy('DeprecatedAPIUsage', 'flowcontrol v1beta3'),
      maintenance: { kind: 'Closed', policies: ['p'] },
    }),
    is: 'Paused DeprecatedAPIUsage',
    message:
      /runs 1\.29\.3, the target is 1\.30\.14, held by the provider: flowcontrol v1beta3; move its clients to the newer API/,
  },
  {
    rule: 'exclusion (D/EL-011, E/EX-007)',
    facts: aTarget('1.29.3', {
      maintenance: {
        kind: 'Excluded',
        policy: 'after-hours',
        exclusion: 'ledger-incident',
        scope: 'NoUpgrades',
        reason: 'payments degraded',
        endsAt: at('2026-12-05T00:00:00Z'),
        opensAt: at('2026-12-05T00:00:00Z'),
      },
    }),
    is: 'Paused MaintenanceExclusion',
    message:
      /runs 1\.29\.3, the target is 1\.30\.14, and exclusion "ledger-incident" of policy "after-hours" \("payments degraded"\) holds it until 2026-12-05 00:00 UTC; end the exclusion, or let the rollout ignore maintenance\.$/,
    until: '2026-12-05T00:00:00Z',
  },
  {
    rule: 'exclusion without an end',
    facts: aTarget('1.29.3', {
      maintenance: { kind: 'Excluded', policy: 'p', exclusion: 'x', scope: 'NoMinorUpgrades' },
    }),
    is: 'Paused MaintenanceExclusion',
    message: /until its end of support/,
  },
  {
    rule: 'window closed (D/EL-012)',
    facts: aTarget('1.29.3', {
      maintenance: { kind: 'Closed', policies: ['a', 'b'], opensAt: at('2026-12-03T00:00:00Z') },
    }),
    is: 'Pending OutsideMaintenanceWindow',
    message: /of a, b is closed, the next opens at 2026-12-03 00:00 UTC/,
    until: '2026-12-03T00:00:00Z',
  },
  {
    rule: 'window that never opens (E/MP-006)',
    facts: aTarget('1.29.3', { maintenance: { kind: 'Closed', policies: ['a', 'b'] } }),
    is: 'Pending OutsideMaintenanceWindow',
    message: /none opens within 90 days; change the policies/,
  },
  {
    rule: 'maintenance is ignored (E/AC-006)',
    facts: aTarget('1.29.3', { maintenance: { kind: 'Closed', policies: ['a'] } }),
    rollout: { ignoresMaintenance: true },
    is: 'Pending WaitingForSlot',
  },
  {
    rule: 'not ready (D/EL-013)',
    facts: aTarget('1.29.3', { readiness: { isReady: false, message: 'the cluster is paused' } }),
    is: 'Pending ClusterNotReady',
    message: /the cluster is paused/,
  },
  {
    rule: 'another upgrade (D/EL-013)',
    facts: aTarget('1.29.3', { unit: aUnit('1.29.3', { isUpgrading: true, desired: aVersion('1.29.9') }) }),
    is: 'Pending ClusterNotReady',
    message: /another upgrade of the control plane is under way/,
  },
  {
    rule: 'not healthy (D/EL-013)',
    facts: aTarget('1.29.3', { unit: aUnit('1.29.3', { isHealthy: false }) }),
    is: 'Pending ClusterNotReady',
    message: /is not healthy/,
  },
  {
    rule: 'held pools (D/TS-020, D/CAPI-027)',
    facts: aTarget(
      '1.29.3',
      refusedBy('ClusterNotReady', 'there are still MachineDeployments completing a previous upgrade'),
    ),
    is: 'Pending ClusterNotReady',
    message: /still MachineDeployments/,
  },
  {
    rule: 'nothing holds it (D/EL-014)',
    facts: aTarget('1.29.3', { check: { ok: true } }),
    is: 'Pending WaitingForSlot',
  },
];

const all = [...gone, ...done, ...underWay, ...ended, ...notEligible, ...failures, ...waiting];

describe('judgeTarget (D §5, E §4.4)', () => {
  it.each(all)('$rule: $is', ({ is, message, until, ...row }) => {
    const verdict = judge(row);
    expect(shown(verdict)).toBe(is);
    if (message !== undefined) expect(verdict?.message).toMatch(message);
    if (until !== undefined) expect(verdict?.until).toBe(at(until));
  });

  it('has a rule for every reason of E §4.4', () => {
    const named = new Set(all.map(({ is }) => is));
    const reasons = Object.entries(TARGET_REASONS).flatMap(([state, list]) =>
      list.map(reason => `${state} ${reason}`),
    );
    expect(reasons.filter(reason => !named.has(reason))).toEqual([]);
  });

  it('names both versions in whatever is Ineligible or Paused (E §4.4, D/EL-016)', () => {
    const silent = [...notEligible, ...waiting]
      .filter(({ rule }) => !/another channel/.test(rule))
      .map(row => ({ row, verdict: judge(row) }))
      .filter(({ verdict }) => verdict?.state === 'Ineligible' || verdict?.state === 'Paused')
      .filter(({ row, verdict }) => !verdict?.message.includes(`the target is ${row.to ?? '1.30.14'}`));
    expect(silent).toEqual([]);
  });

  it.each<[TargetState, boolean]>([
    ['Pending', true],
    ['Running', true],
    ['Paused', true],
    ['Failed', true],
    ['Succeeded', false],
    ['Skipped', false],
    ['Ineligible', false],
    ['Removed', false],
  ])('%s holds the stage: %s (E/TR-001…008, D/EL-015)', (state, holds) => {
    expect(holdsStage({ state })).toBe(holds);
  });

  it('starts only what waits for a slot', () => {
    const starting = all.filter(row => {
      const verdict = judge(row);
      return verdict !== undefined && mayStart(verdict);
    });
    expect(starting.map(({ is }) => is).every(is => is === 'Pending WaitingForSlot')).toBe(true);
  });
});

describe('the order of checks (D §5)', () => {
  // Each row adds one cause that comes earlier than all before it.
  const causes: [string, Partial<TargetFacts>][] = [
    ['Pending WaitingForRetry', { past: failure({ nextAttemptAt: at('2026-12-02T13:00:00Z') }) }],
    ['Pending ClusterNotReady', { readiness: { isReady: false, message: 'busy' } }],
    ['Pending OutsideMaintenanceWindow', { maintenance: { kind: 'Closed', policies: ['p'] } }],
    [
      'Paused MaintenanceExclusion',
      { maintenance: { kind: 'Excluded', policy: 'p', exclusion: 'x', scope: 'NoUpgrades' } },
    ],
    ['Paused DeprecatedAPIUsage', refusedBy('DeprecatedAPIUsage')],
    ['Pending WaitingForStage', { stage: 'Waiting' }],
    ['Failed AttemptsExhausted', { past: failure({ attempts: 2 }) }],
    ['Ineligible CatchUpNextRollout', { stage: 'Late' }],
    ['Ineligible AutoUpgradeDisabled', { isOptedOut: true }],
    ['Ineligible ChannelMismatch', { path: { ok: false, reason: 'ChannelMismatch', message: 'another' } }],
    ['Ineligible VersionNotAvailable', refusedBy('VersionNotAvailable')],
    ['Ineligible MinorSkew', { unit: aUnit('1.27.1') }],
    ['Skipped SkippedByUser', { isSkippedByUser: true }],
    ['Running UpgradeInProgress', { past: started() }],
    ['Succeeded Upgraded', { unit: aUnit('1.30.14') }],
    ['Ineligible NotManaged', { provider: 'NotManaged' }],
    ['Removed LeftFleet', { presence: 'LeftFleet' }],
  ];

  it.each(causes.map(([is], index) => ({ is, index })))(
    '$is comes before what follows it',
    ({ is, index }) => {
      const facts = causes
        .slice(0, index + 1)
        .reduce<TargetFacts>((sum, [, cause]) => ({ ...sum, ...cause }), aTarget('1.29.3'));
      expect(shown(judge({ facts }))).toBe(is);
    },
  );
});
