import { aHealthyMember, minutesBefore, NOON } from '../testing/builders';
import { decideClusterHealth, type ClusterHealthInput, type ProbeResult } from './decideClusterHealth';
import type { MemberHealth } from './facts';

const decide = (input: Partial<ClusterHealthInput>) =>
  decideClusterHealth({ cluster: 'c1', previous: aHealthyMember(), ...input }, NOON);
const after503 = (previous: MemberHealth | undefined) =>
  decide({ previous, probe: { kind: 'unready', statusCode: 503 } }).health;
const UNREACHABLE = { kind: 'unreachable', message: 'connection refused' } as const;

describe('decideClusterHealth', () => {
  it('C/MC-037: the first ready probe joins the member', () => {
    expect(decide({ previous: undefined, probe: { kind: 'ready' } })).toMatchObject({
      health: { joined: true, healthy: 'True', lastHeartbeatAt: NOON, healthChangedAt: NOON },
    });
  });

  it('a further ready probe is only a heartbeat', () => {
    expect(decide({ probe: { kind: 'ready' } }).health).toEqual(aHealthyMember({ askedAt: NOON }));
  });

  it('C/MC-036, MC-037: a bad answer is a heartbeat and makes it unhealthy at once', () => {
    expect(decide({ probe: { kind: 'unready', statusCode: 503 } })).toMatchObject({
      health: {
        healthy: 'False',
        lastHeartbeatAt: NOON,
        healthChangedAt: NOON,
        message: 'health probe failed with status code 503',
      },
    });
  });

  it('a bad answer that goes on keeps the time since when', () => {
    const previous = aHealthyMember({ healthy: 'False', healthChangedAt: minutesBefore(3) });
    const { health } = decide({ previous, probe: { kind: 'unready', statusCode: 500 } });
    expect(health.healthChangedAt).toEqual(minutesBefore(3));
  });

  it.each([
    { rule: 'one missed answer changes nothing', minutes: 1, healthy: 'True' },
    {
      rule: 'RUL 25: silence for longer than the limit is found by the timer',
      minutes: 6,
      healthy: 'Unknown',
    },
  ])('$rule', ({ minutes, healthy }) => {
    const previous = aHealthyMember({ lastHeartbeatAt: minutesBefore(minutes) });
    const { health } = decide({ previous, probe: UNREACHABLE });
    expect(health).toMatchObject({
      joined: true,
      healthy,
      lastHeartbeatAt: minutesBefore(minutes),
      message: 'connection refused',
    });
  });

  it('RUL 25: silence is also found when the probe never comes back', () => {
    const previous = aHealthyMember({ lastHeartbeatAt: minutesBefore(6) });
    expect(decide({ previous }).health.healthy).toBe('Unknown');
  });

  it('a member that was never reached does not join', () => {
    const { health } = decide({ previous: undefined, probe: UNREACHABLE });
    expect(health).toMatchObject({ joined: false, healthy: 'Unknown', message: 'connection refused' });
    expect(health.lastHeartbeatAt).toBeUndefined();
  });

  it('C/MC-040, MC-041: probes spread by five per cent, sooner while something is wrong', () => {
    const waits = ['a', 'b', 'c', 'd'].map(
      cluster => decide({ cluster, probe: { kind: 'ready' } }).nextProbeAt - NOON,
    );
    expect(new Set(waits).size).toBe(4);
    for (const wait of waits) expect(Math.abs(wait - 60_000)).toBeLessThanOrEqual(3000);
    expect(decide({ probe: UNREACHABLE }).nextProbeAt - NOON).toBeLessThanOrEqual(15_750);
    const slow = decide({ probe: { kind: 'ready' }, heartbeatPeriodMs: 600_000 });
    expect(slow.nextProbeAt - NOON).toBeGreaterThan(500_000);
  });

  it.each<[string, Partial<ClusterHealthInput>]>([
    ['that joined together', { previous: undefined }],
    ['that were not asked for long', { previous: aHealthyMember({ lastHeartbeatAt: minutesBefore(3) }) }],
  ])('C/MC-041: members %s are heard next all over the period, and then every period', (_, input) => {
    const waits = Array.from({ length: 600 }, (__, i) => {
      const first = decide({ ...input, cluster: `member-${i}`, probe: { kind: 'ready' } });
      return first.nextProbeAt - NOON;
    });
    for (let second = 6; second < 60; second += 6) {
      const within = waits.filter(ms => ms >= second * 1000 && ms <= (second + 6) * 1000);
      expect(within.length).toBeGreaterThan(30);
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
    const next = decide({ ...input, cluster: 'member-1', probe: { kind: 'ready' } }).health;
    const after = decideClusterHealth(
      { cluster: 'member-1', previous: next, probe: { kind: 'ready' } },
      NOON,
    );
    expect(after.nextProbeAt - NOON).toBeGreaterThanOrEqual(57_000);
  });

  it('probes that fall together are due together', () => {
    const at = Array.from(
      { length: 200 },
      (_, i) => decide({ cluster: `m${i}`, probe: { kind: 'ready' } }).nextProbeAt,
    );
    expect(new Set(at).size).toBeLessThanOrEqual(13);
    expect(decide({ probe: UNREACHABLE, heartbeatPeriodMs: 400 }).nextProbeAt - NOON).toBe(500);
  });

  it('a member that another cluster answers for has not joined until it is ready as itself', () => {
    const mistaken = { kind: 'mistaken', reason: 'FleetstageSameCluster', message: 'it is the hub' } as const;
    const after = (probe: ProbeResult, previous?: MemberHealth) =>
      decideClusterHealth({ cluster: 'c1', previous, probe }, NOON).health;
    const refused = after(mistaken, aHealthyMember());
    expect(refused).toMatchObject({
      joined: false,
      healthy: 'Unknown',
      message: 'it is the hub',
      mistaken: 'FleetstageSameCluster',
    });
    for (const probe of [UNREACHABLE, { kind: 'unready', statusCode: 503 } as const])
      expect(after(probe, refused)).toMatchObject({ joined: false, mistaken: 'FleetstageSameCluster' });
    expect(after({ kind: 'ready' }, refused)).toMatchObject({ joined: true, healthy: 'True' });
    expect(after({ kind: 'ready' }, refused).mistaken).toBeUndefined();
  });

  it('an answer that is not ready joins nobody: whose it is was not seen', () => {
    expect(after503(undefined).joined).toBe(false);
    expect(after503(aHealthyMember()).joined).toBe(true);
  });

  it('keeps what was warned of until the member answers again', () => {
    const ready: ProbeResult = { kind: 'ready', isUnidentified: true, insecurity: 'in clear' };
    const warned = decide({ probe: ready }).health;
    expect(decide({ probe: UNREACHABLE, previous: warned }).health).toMatchObject({
      isUnidentified: true,
      insecurity: 'in clear',
    });
    expect(decide({ probe: { kind: 'ready' }, previous: warned }).health).toEqual(
      aHealthyMember({ askedAt: NOON }),
    );
  });

  it('remembers a refusal of our credentials until a probe reports otherwise', () => {
    const refused = { kind: 'unreachable', message: 'no', isRefused: true } as const;
    const after = (probe?: ProbeResult, previous?: MemberHealth) =>
      decideClusterHealth({ cluster: 'c1', previous, ...(probe && { probe }) }, NOON).health;
    const { isRefused } = after(undefined, after(refused));
    expect([isRefused, after(UNREACHABLE, after(refused)).isRefused]).toEqual([true, undefined]);
  });
});
