import { parseDuration } from '@fleetstage/backstage-plugin-fleetstage-common';

/** A duration of a sequence in ms; what is none counts as no time. */
export function soakMs(text: string | undefined): number {
  const parsed = parseDuration(text ?? '0s');
  return parsed.ok ? parsed.value : 0;
}

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Go's form without days (E/KD-013), in the largest units that are whole: `72h`, `90m`, `45s`. */
export function soakText(ms: number): string {
  if (ms % HOUR === 0 && ms > 0) return `${ms / HOUR}h`;
  if (ms % MINUTE === 0 && ms > 0) return `${ms / MINUTE}m`;
  return `${Math.round(ms / 1000)}s`;
}

const UNITS = { d: 24 * HOUR, h: HOUR, m: MINUTE, min: MINUTE, s: 1000 } as const;
/** 30 days (E/RV-006). */
export const MAX_SOAK_MS = 720 * HOUR;

/**
 * What a person writes, days included, in ms; `undefined`: no duration from 0 to 30 days.
 *
 *   3d → 259200000 · 36h → 129600000 · 1d 12h → 129600000 · 0 → 0 · 31d, soon → undefined
 */
export function readSoak(text: string): number | undefined {
  const body = text.trim().toLowerCase();
  if (body === '0') return 0;
  if (!/^(\d+(\.\d+)?\s*(d|h|min|m|s)\s*)+$/.test(body)) return undefined;
  const ms = [...body.matchAll(/(\d+(?:\.\d+)?)\s*(d|h|min|m|s)/g)].reduce(
    (sum, [, n, unit]) => sum + Number(n) * UNITS[unit as keyof typeof UNITS],
    0,
  );
  return ms <= MAX_SOAK_MS ? Math.round(ms / 1000) * 1000 : undefined;
}

/** As a person writes it: `3d`, `36h`, `90m`, `45s`. */
export const writeSoak = (ms: number): string =>
  ms > 0 && ms % UNITS.d === 0 ? `${ms / UNITS.d}d` : soakText(ms);
