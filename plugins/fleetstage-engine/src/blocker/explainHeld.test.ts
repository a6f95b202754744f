import type { Blocker } from '../decision';
import { NOON, secondsAfter, minutesBefore } from '../testing';
import { explainHeld, explainHeldBinding, explainHeldRollout } from './explainHeld';
import { planBlockers } from './planBlockers';
import { upgradeBlocker } from './upgradeBlocker';

const few = '2 of 3 clusters ready, at most 1 may be unavailable';
const limit: Blocker = {
  cause: 'MaxUnavailable',
  message: `${few}; waiting: c2`,
  brief: few,
  clusters: ['c2'],
};
const surge: Blocker = {
  cause: 'MaxSurge',
  message: 'at most 3; waiting: c9',
  brief: 'at most 3',
  clusters: ['c9'],
};
const failed = (cluster: string): Blocker => ({
  cause: 'ClusterFailed',
  message: `${cluster}: refused`,
  clusters: [cluster],
  since: minutesBefore(5),
});
const settling: Blocker = {
  cause: 'ClusterSettling',
  message: 'c5: time has to pass',
  clusters: ['c5'],
  until: secondsAfter(30),
};

const upgrading = (cluster: string): Blocker =>
  upgradeBlocker(cluster, {
    ...{ upgradeType: 'ControlPlane', version: '1.34.1', rollout: 'shop-cp-1-34-1' },
    since: minutesBefore(10),
  });

const explain = (...found: Blocker[]) => {
  const kept = planBlockers([], found, NOON).save;
  return (waitsFor: 'update' | 'firstRollout', cluster?: string) => explainHeld(kept, waitsFor, cluster);
};

describe('why a rolling update does not reach a cluster (B/RO-087, A/ST-032)', () => {
  it('names the limit, who uses it up, since when and until when; the loudest first', () => {
    expect(explain(limit, settling, failed('c1'))('update')).toBe(
      `${few}; held by c1: refused (since 2026-11-21T11:55:00Z); c5: time has to pass (until 2026-11-21T12:00:30Z)`,
    );
  });

  it('names clusters that are being cleaned up, the last', () => {
    const leaving: Blocker = { cause: 'ClusterLeaving', message: 'c7 is being cleaned up', clusters: ['c7'] };
    expect(explain(leaving, limit, settling)('update')).toMatch(
      /held by c5: time has to pass .*; c7 is being cleaned up \(since/,
    );
  });

  it('names two clusters and counts the others', () => {
    expect(explain(limit, failed('c1'), failed('c2'), failed('c3'))('update')).toMatch(
      /c1: refused .*; c2: refused .*; and by 1 more cluster\(s\)$/,
    );
  });

  it('names the upgrade to a cluster that waits for its own, and the limit to the others (holdWorkloads)', () => {
    const why = explain(limit, failed('c1'), upgrading('c3'));
    expect(why('update', 'c3')).toBe(
      'c3 is being upgraded to v1.34.1 (rollout "shop-cp-1-34-1"); its workloads wait',
    );
    expect(why('update', 'c2')).toMatch(/held by c1/);
    expect(explain(upgrading('c3'))('update')).toMatch(/^c3 is being upgraded/);
  });

  it('distinguishes a first rollout from an update', () => {
    expect(explain(limit, surge)('firstRollout')).toBe('at most 3');
    expect(explain(limit, surge)('update')).toBe(few);
  });

  it('knows nothing where nothing is kept, and where no limit holds', () => {
    expect(explainHeld(undefined, 'update')).toBeUndefined();
    expect(explain(failed('c1'))('update')).toBeUndefined();
  });

  it('cuts the words of a member', () => {
    const long: Blocker = { ...failed('c1'), message: `c1: ${'x'.repeat(500)}` };
    expect(explain(limit, long)('update')?.length).toBeLessThan(300);
  });
});

describe('what the condition of a binding that is held back says (B/RO-087, A/PL-202)', () => {
  const explainBinding = (...found: Blocker[]) =>
    explainHeldBinding(planBlockers([], found, NOON).save, 'update');

  it('names who holds it, why and since when', () => {
    expect(explainBinding(limit, settling, failed('c1'))).toBe(
      'maxUnavailable is used up; held by c1: refused (since 2026-11-21T11:55:00Z)',
    );
  });

  it('names two, and does not count the others', () => {
    const three = explainBinding(limit, failed('c1'), failed('c2'), failed('c3'));
    expect(three).toMatch(/c1: refused .*; c2: refused .*; and by others$/);
    expect(explainBinding(limit, failed('c1'), failed('c2'), failed('c3'), failed('c4'))).toBe(three);
  });

  it('stays as it is while clusters are updated one after another', () => {
    const progressing = (cluster: string): Blocker => ({
      cause: 'ClusterProgressing',
      message: `${cluster} has not reported yet`,
      clusters: [cluster],
      since: NOON,
    });
    const fewer = { ...limit, brief: '1 of 3 cluster(s) are ready and at most 1 may be unavailable' };
    const words = 'maxUnavailable is used up by clusters that are being updated';
    expect(explainBinding(limit, progressing('c1'))).toBe(words);
    expect(explainBinding(fewer, progressing('c4'), settling)).toBe(words);
  });

  it('says until when, where time alone ends the wait', () => {
    expect(explainBinding(limit, settling)).toBe(
      'maxUnavailable is used up by clusters that are being updated (until 2026-11-21T12:00:30Z)',
    );
  });

  it('says nothing where no limit holds it', () => {
    expect(explainBinding(settling)).toBeUndefined();
  });
});

describe('what pages say of a rolling update that is held (ui §5.4, B/RO-087)', () => {
  const silent: Blocker = {
    cause: 'ClusterUnreachable',
    message: 'c1 does not answer: timed out',
    clusters: ['c1'],
  };
  const many = { ...limit, clusters: ['c2', 'c3'] };
  const explainRollout = (...found: Blocker[]) => explainHeldRollout(planBlockers([], found, NOON).save);

  it.each<[string, Blocker[], string, string | undefined]>([
    [
      'names the loudest cluster, counts the others, and names who can act',
      [many, settling, silent],
      `c1 does not answer: timed out. And 1 more cluster. This holds the rollout to 2 more clusters: ${few}.`,
      'clusterOwner',
    ],
    [
      'names whom the blocker names',
      [limit, { ...failed('c1'), actor: 'operator' }],
      `c1: refused. This holds the rollout to 1 more cluster: ${few}.`,
      'operator',
    ],
    [
      'names nobody where all is under way',
      [limit, settling],
      `c5: time has to pass. This holds the rollout to 1 more cluster: ${few}.`,
      undefined,
    ],
    [
      'says the limit where no cluster is known',
      [limit],
      `The rollout waits on 1 more cluster: ${few}.`,
      undefined,
    ],
  ])('%s', (_, found, message, actor) => {
    expect(explainRollout(...found)).toEqual({ message, ...(actor && { actor }) });
  });

  it('is not known where no limit holds', () => {
    expect(explainRollout(silent)).toBeUndefined();
    expect(explainHeldRollout(undefined)).toBeUndefined();
  });

  it('says that nothing but upgrades of clusters holds it, and asks nobody to act (holdWorkloads)', () => {
    expect(explainRollout(upgrading('c1'), upgrading('c2'))).toEqual({
      message:
        'c1 is being upgraded to v1.34.1 (rollout "shop-cp-1-34-1"); its workloads wait. And 1 more cluster.',
      isForUpgrades: true,
    });
    expect(explainRollout(limit, failed('c1'), upgrading('c2'))?.isForUpgrades).toBeUndefined();
  });
});
