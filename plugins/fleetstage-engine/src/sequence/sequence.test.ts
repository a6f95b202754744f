import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { fleetOf, stageNumbers } from './assignment/assignClusters';
import { aMember, aSequence, assignmentOf, bankClusters } from './assignment/sequence.testing';
import { aCatalog, someTargets } from './catalog/catalog.testing';
import { designatedVersions } from './catalog/designatedVersions';
import { judgePath } from './catalog/judgePath';
import { ownChannel, sequenceChannel } from './catalog/sequenceChannel';
import { aRolloutTo, aTarget } from './eligibility/eligibility.testing';
import { judgeTarget } from './eligibility/judgeTarget';
import { judgeTargets } from './eligibility/judgedTarget';
import type { TargetFacts } from './eligibility/targetFacts';
import { aPolicy, anExclusion, at, aWindow } from './maintenance/maintenance.testing';
import { maintenanceAt } from './maintenance/maintenanceState';
import { selectVersion } from './selection/selectVersion';
import { stepOf } from './versions/upgradeStep';
import { formatVersion } from './versions/version';
import { aVersion } from './versions/version.testing';

// E/EX-001: the bank, its nights and its incident, and the catalogue of S65.
const catalog = aCatalog({
  channels: [
    { name: 'Regular', targets: someTargets('1.29 → 1.30.14-gke.1150000') },
    { name: 'Stable', targets: someTargets('1.29 → 1.29.9') },
  ],
});
const afterHours = aPolicy(
  {
    clusters: { fleets: ['production'] },
    timeZone: 'America/New_York',
    windows: [aWindow({ recurrence: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' })],
    exclusions: [anExclusion({ name: 'ledger-incident', reason: 'payments degraded' })],
  },
  'after-hours',
);
const spec = aSequence({ channel: 'Regular' });
const assignment = assignmentOf(spec, bankClusters);
const TARGET = '1.30.14-gke.1150000';

/** Everything that the engine knows of a control plane of the bank, put together as a rollout does. */
function factsOf(
  name: string,
  current: string,
  { now, currentStage }: { now: Instant; currentStage: number },
): TargetFacts {
  const { labels } = bankClusters.find(cluster => cluster.name === name)!;
  const channel = sequenceChannel(catalog, { set: spec.channel!, ofClusters: [] });
  if (!channel.ok) throw new Error(channel.error);
  const question = { current: aVersion(current), upgradeType: 'ControlPlane' as const, now };
  const step = stepOf('ControlPlane', question.current, aVersion(TARGET));
  return aTarget(current, {
    cluster: name,
    path: judgePath(channel.value, {
      ...question,
      target: aVersion(TARGET),
      own: ownChannel(catalog, spec.channel, labels['fleetstage.io/channel']),
      trigger: 'System',
    }),
    maintenance:
      step === undefined || fleetOf(labels) !== 'production'
        ? { kind: 'Open' }
        : maintenanceAt([afterHours], now, { step }),
    stage: stageNumbers(assignment).get(name)! > currentStage ? 'Waiting' : 'Open',
  });
}

describe('a version goes through the bank (E/EX-001, S103…S130)', () => {
  it.each([
    {
      rule: 'testing starts at once',
      cluster: 'test-1',
      now: '2026-11-30T15:00:00Z',
      stage: 1,
      is: 'Pending WaitingForSlot',
    },
    {
      rule: 'production waits for its stage',
      cluster: 'prod-west',
      now: '2026-11-30T15:00:00Z',
      stage: 1,
      is: 'Pending WaitingForStage',
    },
    {
      rule: 'then for the evening',
      cluster: 'prod-west',
      now: '2026-11-30T15:00:00Z',
      stage: 3,
      is: 'Pending OutsideMaintenanceWindow',
      until: '2026-12-05T00:00:00Z',
    },
    {
      rule: 'of a Friday a week before',
      cluster: 'prod-west',
      now: '2026-11-27T15:00:00Z',
      stage: 3,
      is: 'Pending OutsideMaintenanceWindow',
      until: '2026-11-28T00:00:00Z',
    },
    {
      rule: 'in which it starts',
      cluster: 'prod-west',
      now: '2026-11-28T01:00:00Z',
      stage: 3,
      is: 'Pending WaitingForSlot',
    },
    {
      rule: 'but not in the incident',
      cluster: 'prod-west',
      now: '2026-12-02T01:00:00Z',
      stage: 3,
      is: 'Paused MaintenanceExclusion',
      until: '2026-12-05T00:00:00Z',
    },
    {
      rule: 'and another minor has no path',
      cluster: 'test-1',
      current: '1.30.2',
      now: '2026-11-30T15:00:00Z',
      stage: 1,
      is: 'Ineligible ChannelMismatch',
    },
  ])('$rule', ({ cluster, current = '1.29.3', now, stage, is, until }) => {
    const facts = factsOf(cluster, current, { now: at(now), currentStage: stage });
    const verdict = judgeTarget(facts, aRolloutTo(TARGET), at(now))!;
    expect(`${verdict.state} ${verdict.reason}`).toBe(is);
    if (until !== undefined) expect(verdict.until).toBe(at(until));
  });

  it('enters the next stage when the first has qualified it', () => {
    const now = at('2026-11-30T15:00:00Z');
    const targets = judgeTargets(
      [factsOf('stage-1', '1.29.3', { now, currentStage: 1 })],
      aRolloutTo(TARGET),
      now,
    );
    const candidate = {
      rollout: 'bank-cp-1-30-14-gke-1150000',
      version: aVersion(TARGET),
      isPaused: false,
      targets,
    };
    expect(selectVersion([candidate], 'Stage')).toMatchObject({ kind: 'Enter', rollout: candidate.rollout });
  });

  it('takes the version of Stable where some clusters are in Stable (S136, E/EX-004, D/TS-016)', () => {
    const members = [
      aMember('a', 'testing', { 'fleetstage.io/channel': 'Regular' }),
      aMember('b', 'testing'),
    ];
    const channel = sequenceChannel(catalog, {
      ofClusters: members.map(({ labels }) => labels['fleetstage.io/channel']),
    });
    if (!channel.ok) throw new Error(channel.error);
    expect(channel.value.present).toEqual(['Regular', 'Stable']);
    const clusters = members.map(({ name }) => ({ name, controlPlane: aVersion('1.29.3'), nodePools: [] }));
    const designated = designatedVersions({
      channel: channel.value.channel,
      clusters,
      now: at('2026-06-01T00:00:00Z'),
    });
    expect(designated.map(({ version }) => formatVersion(version))).toEqual(['1.29.9']);
  });
});
