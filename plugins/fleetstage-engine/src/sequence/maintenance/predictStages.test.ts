import { instant, plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { parsePolicy } from './policyRules';
import { predictStages, type PredictedCluster } from './predictStages';

const HOUR_MS = 3_600_000;
const TUESDAY = instant(Date.parse('2026-12-01T10:00:00Z'));
const at = (text: string) => instant(Date.parse(text));

function policy(name: string, recurrence: string) {
  const parsed = parsePolicy(name, {
    clusters: { all: true },
    windows: [{ name: 'w', recurrence, startTime: '08:00', duration: '4h' }],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}
const free: PredictedCluster = { policies: [], step: 'ControlPlanePatch' };
const onSaturdays: PredictedCluster = {
  policies: [policy('saturdays', 'FREQ=WEEKLY;BYDAY=SA')],
  step: 'ControlPlanePatch',
};

describe('E/UI-006 the earliest completion', () => {
  it('is that of all soaks where nothing is closed', () => {
    const stages = [72, 24, 0].map(hours => ({ open: [free], soakMs: hours * HOUR_MS }));
    expect(predictStages(stages, TUESDAY)).toEqual({
      starts: [TUESDAY, plus(TUESDAY, 72 * HOUR_MS), plus(TUESDAY, 96 * HOUR_MS)],
      finish: plus(TUESDAY, 96 * HOUR_MS),
    });
  });

  it('waits for the window of the last cluster of a stage', () => {
    const stages = [{ open: [free, onSaturdays], soakMs: HOUR_MS }];
    expect(predictStages(stages, TUESDAY)).toEqual({
      starts: [TUESDAY],
      finish: at('2026-12-05T09:00:00Z'),
    });
  });

  it('E/RS-014 does not wait longer than upgrades may take', () => {
    const stages = [{ open: [onSaturdays], soakMs: HOUR_MS, closesAfterMs: 24 * HOUR_MS }];
    expect(predictStages(stages, TUESDAY).finish).toBe(plus(TUESDAY, 25 * HOUR_MS));
  });

  it('counts a soak from when it began', () => {
    const began = plus(TUESDAY, -HOUR_MS);
    const stages = [{ open: [], soakMs: 3 * HOUR_MS, soakStartedAt: began }];
    expect(predictStages(stages, TUESDAY).finish).toBe(plus(TUESDAY, 2 * HOUR_MS));
  });

  it('is not known where a cluster is never open, nor of what comes after', () => {
    const never = {
      ...onSaturdays,
      policies: [policy('saturdays', 'FREQ=WEEKLY;BYDAY=SA'), policy('mondays', 'FREQ=WEEKLY;BYDAY=MO')],
    };
    const stages = [
      { open: [never], soakMs: 0 },
      { open: [free], soakMs: 0 },
    ];
    expect(predictStages(stages, TUESDAY)).toEqual({ starts: [undefined, undefined] });
  });
});
