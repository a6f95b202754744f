import fc from 'fast-check';
import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { bindingsAfter } from '../placement/bindingChanges';
import { decideRollout } from '../rollout/decideRollout';
import { findUpdate } from '../rollout/findUpdate';
import type { RolloutState } from '../rollout/bindingState';
import { twoStages } from '../sequence/decide/smallStory.testing';
import type { SequenceStory } from '../sequence/decide/sequenceStory.testing';
import { HOUR, MINUTE } from '../sequence/decide/sequenceStory.testing';
import { STUCK_AFTER_MS } from '../staged/progress';
import {
  aCluster,
  aFailedReport,
  anAvailableReport,
  anUnavailableReport,
  aPlacement,
  aResourceSnapshot,
  aScheduledBinding,
} from '../testing/builders';
import type { WorkReport } from '../work/report';
import { findUpgrade } from './findUpgrade';

const RUNS = Number(process.env.SEQUENCE_RUNS ?? 30);
const CLUSTER = 't1';
/** Upgrades of ten minutes, two of which fail, and the waits between attempts are long over. */
const HOURS = 8;

const aDeed = fc.oneof(
  fc.constantFrom('content' as const, 'available' as const, 'unavailable' as const, 'fails' as const),
  fc.record({ minutes: fc.constantFrom(1, 3, 6, 12, 90) }),
);
const aPlay = fc.record({
  deeds: fc.array(fc.record({ deed: aDeed, isSequenceFirst: fc.boolean() }), { maxLength: 30 }),
  pools: fc.array(fc.constant('1.30.9'), { maxLength: 2 }),
  failures: fc.nat(2),
});

type Deed = typeof aDeed extends fc.Arbitrary<infer D> ? D : never;

/** One cluster with both engines: a placement on it, and a sequence of which it is all. */
class OneCluster {
  readonly story: SequenceStory;
  private rollout: RolloutState;

  constructor(pools: readonly string[], failures: number) {
    this.story = twoStages({}, '1h').cluster(CLUSTER, 'testing', ['1.30.9', ...pools]);
    this.story.designate('1.30 → 1.31.2');
    this.story.provider.get(CLUSTER).failures = failures;
    this.story.watch = story => {
      const asks = story.last.actions.some(({ kind }) => kind === 'requestUpgrade');
      const workload = story.clusters.get(CLUSTER)?.workload;
      if (asks && workload !== undefined && story.now < plus(workload.since, STUCK_AFTER_MS))
        throw new Error(`an upgrade begins in the middle of an update that began at ${workload.since}`);
    };
    this.rollout = {
      placement: aPlacement(),
      resourceSnapshots: [aResourceSnapshot({ index: 0, hash: 'content-0' })],
      bindings: [aScheduledBinding(CLUSTER)],
      reports: [],
    };
  }

  get now(): Instant {
    return this.story.now;
  }

  upgrade() {
    const { provider, upgrades, now } = this.story;
    return findUpgrade({ observed: provider.observe(CLUSTER, now), upgrades });
  }

  update() {
    const [binding] = this.rollout.bindings;
    const [report] = this.rollout.reports;
    return findUpdate('web', binding, { report, now: this.now });
  }

  act(deed: Deed): void {
    const [{ revision }] = this.rollout.bindings;
    if (typeof deed === 'object') this.wait(deed.minutes * MINUTE);
    else if (deed === 'content') {
      const index = this.rollout.resourceSnapshots.length;
      const snapshot = aResourceSnapshot({ index, hash: `content-${index}` });
      this.rollout = { ...this.rollout, resourceSnapshots: [...this.rollout.resourceSnapshots, snapshot] };
    } else if (revision !== undefined) this.report(REPORTS[deed](revision, this.now));
  }

  pass(isSequenceFirst: boolean): void {
    if (isSequenceFirst) this.passSequence();
    this.passRollout();
    this.passSequence();
  }

  wait(ms: number): void {
    this.passSequence();
    this.story.runUntil(plus(this.now, ms));
  }

  isDone(): boolean {
    const [{ resourceIndex }] = this.rollout.bindings;
    const { controlPlane, pools } = this.story.provider.get(CLUSTER);
    return (
      resourceIndex === this.rollout.resourceSnapshots.length - 1 &&
      [controlPlane, ...pools.values()].every(({ version }) => version === '1.31.2')
    );
  }

  private report(report: WorkReport): void {
    this.rollout = { ...this.rollout, reports: [report] };
  }

  private passSequence(): void {
    this.story.moveWorkload(CLUSTER, this.update());
    this.story.pass();
    this.story.upgrades = this.story.provider.answer(this.story.upgrades, this.now);
  }

  private passRollout(): void {
    const upgrade = this.upgrade();
    const facts = aCluster(CLUSTER, upgrade && { upgrade: { ...upgrade, since: this.now } });
    const { actions, blockers } = decideRollout({ ...this.rollout, clusters: [facts] }, this.now);
    const bindings = bindingsAfter(this.rollout.bindings, actions);
    const isMoved = bindings[0].revision !== this.rollout.bindings[0].revision;
    if (isMoved && upgrade !== undefined)
      throw new Error(`workloads are moved while the cluster is upgraded to ${upgrade.version}`);
    const isBehind = bindings[0].resourceIndex !== this.rollout.resourceSnapshots.length - 1;
    if (isBehind && blockers.length === 0) throw new Error('workloads wait and nobody says for what');
    this.rollout = { ...this.rollout, bindings };
  }
}

const REPORTS = {
  available: (revision: string, at: Instant) => anAvailableReport(CLUSTER, { revision }, at),
  unavailable: (revision: string) => anUnavailableReport(CLUSTER, { revision }),
  fails: (revision: string) => aFailedReport(CLUSTER, { revision }),
};

describe('workloads and upgrades of one cluster, decided by both engines (holdWorkloads)', () => {
  it('never begin in the middle of each other, and neither waits for the other for ever', () => {
    fc.assert(
      fc.property(aPlay, ({ deeds, pools, failures }) => {
        const world = new OneCluster(pools, failures);
        for (const { deed, isSequenceFirst } of deeds) {
          world.act(deed);
          world.pass(isSequenceFirst);
        }
        // No content comes any more; members report what they have, and time passes.
        for (let i = 0; i < HOURS; i++) {
          world.pass(i % 2 === 0);
          world.act('available');
          world.wait(HOUR);
        }
        world.pass(false);
        expect(world.isDone()).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('go on though what was placed never becomes available', () => {
    const world = new OneCluster(['1.30.9'], 0);
    for (let i = 0; i < HOURS; i++) {
      world.act('unavailable');
      world.pass(true);
      world.wait(HOUR);
    }
    expect(world.isDone()).toBe(true);
  });
});
