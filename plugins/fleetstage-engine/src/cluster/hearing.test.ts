import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aCluster, aHealthyMember, minutesBefore, NOON } from '../testing/builders';
import { decideClusterHealth, type ProbeResult } from './decideClusterHealth';
import type { ClusterFacts, MemberHealth } from './facts';
import { hearingGapMs, membersToAsk, silenceJudge } from './hearing';

const heard = (name: string, since: number, patch: Partial<MemberHealth> = {}) =>
  aCluster(name, { health: aHealthyMember({ heardSince: minutesBefore(since), ...patch }) });
/** Asked until now, and heard until then. */
const silent = (name: string, minutes: number, patch: Partial<ClusterFacts> = {}) =>
  aCluster(name, {
    health: aHealthyMember({ lastHeartbeatAt: minutesBefore(minutes), askedAt: NOON }),
    ...patch,
  });

describe('silenceJudge (RUL 25, A/SCH-020)', () => {
  const slow = { heartbeatPeriodMs: 600_000 };
  it.each<{ rule: string; member: ClusterFacts; others: ClusterFacts[]; isProven: boolean }>([
    {
      rule: 'another was heard all that time',
      member: silent('c1', 6),
      others: [heard('c2', 60)],
      isProven: true,
    },
    {
      rule: 'another was heard for exactly the limit',
      member: silent('c1', 6),
      others: [heard('c2', 5)],
      isProven: true,
    },
    {
      rule: 'the other is heard anew for less: our line was broken',
      member: silent('c1', 6),
      others: [heard('c2', 4.99)],
      isProven: false,
    },
    {
      rule: 'nobody is heard, however long',
      member: silent('c1', 600),
      others: [silent('c2', 600)],
      isProven: false,
    },
    { rule: 'it is the only member', member: silent('c1', 60), others: [], isProven: false },
    {
      rule: 'the other was last heard exactly two periods ago',
      member: silent('c1', 6),
      others: [heard('c2', 60, { lastHeartbeatAt: minutesBefore(2) })],
      isProven: true,
    },
    {
      rule: 'the other has missed more',
      member: silent('c1', 6),
      others: [heard('c2', 60, { lastHeartbeatAt: minutesBefore(2.01) })],
      isProven: false,
    },
    {
      rule: 'rows of an older release prove nothing',
      member: silent('c1', 6),
      others: [heard('c2', 60, { heardSince: undefined })],
      isProven: false,
    },
    {
      rule: 'one of many is enough',
      member: silent('c1', 6),
      others: [silent('c2', 6), aCluster('c3', { health: undefined }), heard('c4', 60)],
      isProven: true,
    },
    {
      rule: 'it was never asked',
      member: aCluster('c1', { health: undefined }),
      others: [heard('c2', 60)],
      isProven: false,
    },
    {
      rule: 'who is asked every ten minutes proves nothing of five',
      member: silent('c1', 6),
      others: [{ ...heard('c2', 60), ...slow }],
      isProven: false,
    },
    {
      rule: 'among slow ones a silence lasts thirty minutes',
      member: silent('c1', 31, slow),
      others: [{ ...heard('c2', 60, { lastHeartbeatAt: minutesBefore(19) }), ...slow }],
      isProven: true,
    },
    {
      rule: 'a slow one that was heard for less',
      member: silent('c1', 31, slow),
      others: [{ ...heard('c2', 29), ...slow }],
      isProven: false,
    },
  ])('$rule', ({ member, others, isProven }) => {
    expect(silenceJudge([member, ...others], NOON)(member)).toBe(isProven);
  });

  it.each([
    [1_000, 120_000],
    [60_000, 120_000],
    [600_000, 1_200_000],
  ])('a period of %d ms leaves a gap of %d ms', (periodMs, gapMs) => {
    expect(hearingGapMs(periodMs)).toBe(gapMs);
    expect(hearingGapMs()).toBe(120_000);
  });
});

describe('heardSince (RUL 25)', () => {
  const READY: ProbeResult = { kind: 'ready' };
  const UNREACHABLE: ProbeResult = { kind: 'unreachable', message: 'connection refused' };
  const after = (previous: MemberHealth | undefined, probe?: ProbeResult) =>
    decideClusterHealth({ cluster: 'c1', previous, ...(probe && { probe }) }, NOON).health;
  const lastHeard = (minutes: number) => aHealthyMember({ lastHeartbeatAt: minutesBefore(minutes) });

  it.each<{ rule: string; previous?: MemberHealth; probe?: ProbeResult; since?: number; asked?: number }>([
    { rule: 'a first answer', probe: READY, since: NOON, asked: NOON },
    {
      rule: 'a heartbeat in time',
      previous: lastHeard(1),
      probe: READY,
      since: minutesBefore(60),
      asked: NOON,
    },
    {
      rule: 'a bad answer is heard',
      previous: lastHeard(1),
      probe: { kind: 'unready', statusCode: 503 },
      since: minutesBefore(60),
      asked: NOON,
    },
    { rule: 'two periods late', previous: lastHeard(2), probe: READY, since: minutesBefore(60), asked: NOON },
    { rule: 'after a gap it begins anew', previous: lastHeard(2.01), probe: READY, since: NOON, asked: NOON },
    { rule: 'no answer', previous: lastHeard(1), probe: UNREACHABLE, since: minutesBefore(60), asked: NOON },
    { rule: 'never heard', probe: UNREACHABLE, asked: NOON },
    {
      rule: 'a row of an older release',
      previous: { ...lastHeard(1), heardSince: undefined },
      probe: READY,
      since: NOON,
      asked: NOON,
    },
    {
      rule: 'the question is still out',
      previous: { ...lastHeard(1), askedAt: minutesBefore(1) },
      since: minutesBefore(60),
      asked: minutesBefore(1),
    },
  ])('$rule', ({ previous, probe, since, asked }) => {
    expect([after(previous, probe).heardSince, after(previous, probe).askedAt]).toEqual([since, asked]);
  });
});

describe('membersToAsk', () => {
  const asked = (name: string, at: number, heardAt: number | undefined) =>
    aCluster(name, {
      health: aHealthyMember({
        askedAt: instant(at),
        lastHeartbeatAt: heardAt === undefined ? undefined : instant(heardAt),
      }),
    });

  it.each<{ rule: string; fleet: ClusterFacts[]; open: string[] }>([
    { rule: 'an empty fleet', fleet: [], open: [] },
    {
      rule: 'a new database: nobody was asked',
      fleet: [aCluster('c1', { health: undefined }), aCluster('c2', { health: undefined })],
      open: ['c1', 'c2'],
    },
    { rule: 'a row of an older release', fleet: [aCluster('c1')], open: ['c1'] },
    {
      rule: 'who leaves is not asked',
      fleet: [aCluster('c1', { health: undefined, isLeaving: true })],
      open: [],
    },
    {
      rule: 'an outage of ours: all were heard when they were asked',
      fleet: [asked('c1', minutesBefore(60), minutesBefore(60))],
      open: [],
    },
    {
      rule: 'a silent one among others that were heard',
      fleet: [
        asked('c1', minutesBefore(60), minutesBefore(600)),
        asked('c2', minutesBefore(61), minutesBefore(61)),
      ],
      open: [],
    },
    {
      rule: 'asked while nobody was heard: the line may be whole again',
      fleet: [
        asked('c1', minutesBefore(1), minutesBefore(60)),
        asked('c2', minutesBefore(1), minutesBefore(70)),
      ],
      open: ['c1', 'c2'],
    },
  ])('$rule', ({ fleet, open }) => {
    expect(membersToAsk(fleet)).toEqual(open);
  });
});
