import {
  instant,
  plus,
  type AutoUpgradeType,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { MAINTENANCE_HORIZON_MS } from './maintenanceState';
import { openingsOf } from './openings';
import type { MaintenanceRules } from './policyRules';

/** A cluster of a stage that is not upgraded yet. */
export interface PredictedCluster {
  readonly policies: readonly MaintenanceRules[];
  readonly step: AutoUpgradeType;
  readonly endOfSupport?: Instant;
}

/** A stage that is not completed. */
export interface PredictedStage {
  /** Those that hold it open. */
  readonly open: readonly PredictedCluster[];
  readonly soakMs: number;
  /** After this time the stage soaks, whatever is not upgraded; absent: it waits for every cluster. */
  readonly closesAfterMs?: number;
  /** It was entered, or began to soak, then. */
  readonly enteredAt?: Instant;
  readonly soakStartedAt?: Instant;
}

export interface Prediction {
  /** When the first cluster of each stage may be upgraded, or when a stage without any begins; as far as they are known. */
  readonly starts: readonly (Instant | undefined)[];
  /** When the last stage has soaked; absent: not within 90 days. */
  readonly finish?: Instant;
}

/**
 * How soon stages could be over, by soaks and maintenance windows alone: upgrades take no time, and nothing else is in the way
 * (E/UI-005, UI-006).
 *
 *     two stages, soaks 72h and 0s, the second open on Saturdays, asked on Tuesday → starts Tuesday and Saturday, done on Saturday
 */
export function predictStages(stages: readonly PredictedStage[], now: Instant): Prediction {
  const opensAt = rememberOpenings(now);
  const starts: (Instant | undefined)[] = [];
  let at: Instant | undefined = now;
  for (const stage of stages) {
    const begin: Instant | undefined = at;
    const openings: readonly (Instant | undefined)[] =
      begin === undefined ? [] : stage.open.map(cluster => opensAt(cluster, begin));
    starts.push(begin === undefined || openings.length === 0 ? begin : firstOf(openings));
    at = begin === undefined ? undefined : endOf(stage, begin, openings);
  }
  const isFar = at !== undefined && at - now > MAINTENANCE_HORIZON_MS;
  return { starts, ...(at !== undefined && !isFar && { finish: at }) };
}

function endOf(
  { soakMs, closesAfterMs, enteredAt, soakStartedAt }: PredictedStage,
  begin: Instant,
  openings: readonly (Instant | undefined)[],
): Instant | undefined {
  const soaked = soakStartedAt ?? upgradedAt(begin, openings, closesAfterMs, enteredAt ?? begin);
  return soaked && instant(Math.max(begin, plus(soaked, soakMs)));
}

function upgradedAt(
  begin: Instant,
  openings: readonly (Instant | undefined)[],
  closesAfterMs: number | undefined,
  enteredAt: Instant,
): Instant | undefined {
  const known = openings.filter(one => one !== undefined);
  const last = known.length < openings.length ? undefined : instant(Math.max(begin, ...known));
  if (closesAfterMs === undefined) return last;
  const closes = instant(Math.max(begin, plus(enteredAt, closesAfterMs)));
  return last === undefined || closes < last ? closes : last;
}

const firstOf = (openings: readonly (Instant | undefined)[]): Instant | undefined => {
  const known = openings.filter(one => one !== undefined);
  return known.length === 0 ? undefined : instant(Math.min(...known));
};

/** Clusters of a fleet have the same policies: openings of 90 days are searched once for them. */
function rememberOpenings(now: Instant) {
  const known = new Map<string, Instant | undefined>();
  const end = plus(now, MAINTENANCE_HORIZON_MS);
  return ({ policies, step, endOfSupport }: PredictedCluster, from: Instant): Instant | undefined => {
    if (policies.length === 0) return from;
    if (from >= end) return undefined;
    const names = policies.map(({ name }) => name);
    const key = JSON.stringify([names, step, endOfSupport ?? '', from]);
    if (!known.has(key)) {
      const question = { step, ...(endOfSupport !== undefined && { endOfSupport }) };
      const [next] = openingsOf(policies, { start: from, end }, question);
      known.set(key, next && instant(Math.max(next.start, from)));
    }
    return known.get(key);
  };
}
