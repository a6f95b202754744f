import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { EMPTY_INVENTORY } from '@fleetstage/applier';
import { anAvailableReport } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { ApplyBackoff } from './ApplyBackoff';

const RESYNC_MS = 600_000;
const MINUTE_MS = 60_000;

describe('when a work is compared with what is wanted', () => {
  let ports: ManualPorts;
  let startedAt: Instant;
  beforeEach(() => {
    ports = new ManualPorts();
    startedAt = ports.clock.now();
  });

  const aReplica = () =>
    new ApplyBackoff({ ...ports, resyncEveryMs: RESYNC_MS, fleetStartedAt: () => startedAt });
  const at = (n: number) => ({ hub: 'hub', placement: 'web', cluster: `c${n}` });
  const input = (n: number, verifiedAt?: Instant) => {
    const report = anAvailableReport(`c${n}`);
    const before = { report, inventory: EMPTY_INVENTORY, ...(verifiedAt !== undefined && { verifiedAt }) };
    return { at: at(n), revision: report.revision, applyStrategy: {}, before };
  };
  const HUNDRED = Array.from({ length: 100 }, (_, n) => n);
  const dueAfter = (ms: number, verifiedAt?: Instant, replica = aReplica()) =>
    HUNDRED.filter(n => replica.isApplyDue(input(n, verifiedAt), plus(startedAt, ms)));

  it('after a start all within a minute, spread over it', () => {
    const before = plus(startedAt, -3_600_000);
    expect(dueAfter(0, before).length).toBeLessThan(5);
    expect(dueAfter(MINUTE_MS / 2, before).length).toBeGreaterThan(30);
    expect(dueAfter(MINUTE_MS / 2, before).length).toBeLessThan(70);
    expect(dueAfter(MINUTE_MS, before)).toHaveLength(100);
  });

  it('every replica has the same moment for a work, so that one comparison does for all', () => {
    const before = plus(startedAt, -1000);
    expect(dueAfter(20_000, before, aReplica())).toEqual(dueAfter(20_000, before, aReplica()));
    expect(dueAfter(MINUTE_MS, plus(startedAt, 1000))).toEqual([]);
  });

  it('again after a resync, whoever has compared it last', () => {
    const verifiedAt = plus(startedAt, 5_000);
    expect(dueAfter(5_000 + RESYNC_MS - 1, verifiedAt)).toEqual([]);
    expect(dueAfter(5_000 + RESYNC_MS, verifiedAt)).toHaveLength(100);
  });

  it('asks for the read at which it is due', () => {
    const replica = aReplica();
    for (const n of HUNDRED) {
      const lookMs = replica.nextReadMs(at(n), startedAt, plus(startedAt, -1000));
      expect(lookMs).toBeLessThanOrEqual(MINUTE_MS);
      expect(replica.isApplyDue(input(n, plus(startedAt, -1000)), plus(startedAt, lookMs))).toBe(true);
    }
    expect(replica.nextReadMs(at(1), startedAt, startedAt)).toBeGreaterThanOrEqual(RESYNC_MS);
  });

  it('does not hurry for a failure of before another replica owned the member and applied it', () => {
    const replica = aReplica();
    replica.noteApplied(at(1), { at: startedAt, needsRetry: true });
    const later = plus(startedAt, 60_000);
    expect(replica.nextReadMs(at(1), later, startedAt)).toBe(100);
    expect(replica.nextReadMs(at(1), later, plus(startedAt, 30_000))).toBeGreaterThan(RESYNC_MS / 2);
  });

  describe('B/WA-082 after a pass that left something failed', () => {
    const CONDITION = { status: 'False', reason: 'NotAllWorkHaveBeenApplied', message: '' } as const;
    /** How long until the pass that applies, each pass being the one that was asked for; `isWell` by what is observed. */
    const appliesAfter = (replica: ApplyBackoff, isWell: boolean, failedAt: Instant, verifiedAt: Instant) => {
      const well = input(1, verifiedAt);
      const report = { ...well.before.report, applied: { ...CONDITION, at: failedAt } };
      const seen = isWell ? well : { ...well, before: { ...well.before, report } };
      let now = plus(failedAt, 500);
      for (let passes = 1; passes < 10; passes += 1) {
        if (replica.isApplyDue(seen, now)) return { passes, ms: now - failedAt };
        now = plus(now, replica.nextReadMs(at(1), now, verifiedAt));
      }
      return 'a hot loop';
    };

    it.each([
      { failures: 1, isWell: false, ms: 2_000 },
      { failures: 1, isWell: true, ms: 2_000 },
      { failures: 3, isWell: true, ms: 8_000 },
      { failures: 9, isWell: true, ms: 60_000 },
    ])('is applied once at the time of its retry: %j', ({ failures, isWell, ms }) => {
      const replica = aReplica();
      for (let i = 0; i < failures; i += 1) replica.noteApplied(at(1), { at: startedAt, needsRetry: true });
      expect(appliesAfter(replica, isWell, startedAt, startedAt)).toEqual({ passes: 2, ms });
    });

    it('of an observation as of an apply, and further observations do not put it off', () => {
      const replica = aReplica();
      replica.noteApplied(at(1), { at: startedAt, needsRetry: false });
      const failedAt = plus(startedAt, 60_000);
      replica.noteFailed(at(1), failedAt, startedAt);
      replica.noteFailed(at(1), plus(failedAt, 400), startedAt);
      for (const isWell of [false, true])
        expect(appliesAfter(replica, isWell, failedAt, startedAt)).toEqual({ passes: 2, ms: 2_000 });
    });

    it('is applied at once where the failure is of after the last attempt of this replica', () => {
      const replica = aReplica();
      for (let i = 0; i < 9; i += 1) replica.noteApplied(at(1), { at: startedAt, needsRetry: true });
      const verifiedAt = plus(startedAt, 1_000);
      expect(appliesAfter(replica, false, verifiedAt, verifiedAt)).toEqual({ passes: 1, ms: 500 });
    });
  });

  it('B/WA-123: what is only compared is compared at its own pace, which begins anew with another result', () => {
    const replica = aReplica();
    let now = startedAt;
    const pass = (results: string) => {
      replica.noteApplied(at(1), { at: now, needsRetry: false, compared: { results, isSettled: true } });
      const waitMs = replica.nextReadMs(at(1), now, now);
      now = plus(now, waitMs);
      return waitMs;
    };
    expect([1, 2, 3, 4].map(() => pass('same'))).toEqual([5_000, 2_000, 3_000, 4_500]);
    expect([1, 2].map(() => pass('other'))).toEqual([5_000, 2_000]);
  });

  const objectOf = (name: string) => ({ group: '', version: 'v1', kind: 'ConfigMap', name });

  it('repairs the first drift at once, and those of a fight more and more slowly', () => {
    const replica = aReplica();
    const object = objectOf('app');
    const waits: number[] = [];
    let now = startedAt;
    for (let i = 0; i < 9; i += 1) {
      waits.push(replica.repairAfterMs(at(1), object, now));
      now = plus(now, waits[i]);
      replica.noteRepairs(at(1), [object], now);
    }
    expect(waits).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60].map(seconds => seconds * 1000));
    const quiet = plus(now, 2 * 60_000);
    expect(replica.repairAfterMs(at(1), object, quiet)).toBe(0);
    replica.noteRepairs(at(1), [object], quiet);
    expect(replica.repairAfterMs(at(1), object, quiet)).toBe(1_000);
  });

  it('delays the repair of an object by fights over that object alone', () => {
    const replica = aReplica();
    const [fought, calm] = [objectOf('fought'), objectOf('calm')];
    for (let i = 0; i < 4; i += 1) replica.noteRepairs(at(1), [fought], startedAt);
    expect(replica.repairAfterMs(at(1), fought, startedAt)).toBe(8_000);
    expect(replica.repairAfterMs(at(1), calm, startedAt)).toBe(0);
    replica.noteRepairs(at(1), [calm], startedAt);
    expect(replica.repairAfterMs(at(1), fought, startedAt)).toBe(8_000);
    expect(replica.repairAfterMs(at(1), calm, startedAt)).toBe(1_000);
    expect(replica.repairAfterMs(at(2), fought, startedAt)).toBe(0);
  });

  it('B/WA-083: a drift that is kept has nothing applied again before the resync', () => {
    const replica = aReplica();
    const kept = input(1, startedAt);
    const applied = {
      status: 'False',
      reason: 'NotAllWorkHaveBeenApplied',
      message: '',
      at: startedAt,
    } as const;
    const failed = (reason: string) => [
      {
        version: 'v1',
        kind: 'ConfigMap',
        name: 'app',
        condition: { type: 'Applied', status: 'False' as const, reason, message: '', lastTransitionTime: '' },
      },
    ];
    const isDue = (reason: string) => {
      const report = { ...kept.before.report, applied, failed: failed(reason) };
      return replica.isApplyDue({ ...kept, before: { ...kept.before, report } }, plus(startedAt, 1_000));
    };
    expect(isDue('FoundDrifts')).toBe(false);
    expect(isDue('ManifestApplyFailed')).toBe(true);
  });
});
