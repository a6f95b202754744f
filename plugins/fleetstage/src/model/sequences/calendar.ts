import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { Tone } from '../status/tone';

export type CalendarEntry = Schemas['CalendarEntry'];
export type CalendarKind = CalendarEntry['kind'];

export const CALENDAR_KINDS = [
  'Exclusion',
  'Window',
  'SoakEnd',
  'ForcedSoak',
  'PredictedFinish',
  'EndOfSupport',
] as const satisfies readonly CalendarKind[];

export const CALENDAR_TONES: Record<CalendarKind, Tone> = {
  Window: 'success',
  Exclusion: 'error',
  SoakEnd: 'info',
  ForcedSoak: 'warning',
  PredictedFinish: 'neutral',
  EndOfSupport: 'warning',
};

/** One line of the drawing: a policy's windows, its exclusions, a rollout, the ends of support. */
export interface CalendarLane {
  readonly key: string;
  readonly label: string;
  readonly entries: readonly CalendarEntry[];
}

const isSpan = ({ kind }: CalendarEntry) => kind === 'Window' || kind === 'Exclusion';

/** Entries by what they belong to: policies, then rollouts, then ends of support. */
export function calendarLanes(entries: readonly CalendarEntry[]): readonly CalendarLane[] {
  const lanes = new Map<string, { label: string; entries: CalendarEntry[] }>();
  for (const entry of entries) {
    const [key, label] = laneOf(entry);
    const lane = lanes.get(key) ?? { label, entries: [] };
    lane.entries.push(entry);
    lanes.set(key, lane);
  }
  return [...lanes]
    .map(([key, lane]) => ({ key, ...lane }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
}

function laneOf(entry: CalendarEntry): readonly [key: string, label: string] {
  if (isSpan(entry)) return [`1 ${entry.policy ?? ''}`, entry.policy ?? ''];
  if (entry.rollout !== undefined) return [`2 ${entry.rollout}`, entry.rollout];
  return ['3', ''];
}

/** A part of the time that is drawn, in percent. */
export interface Extent {
  readonly left: number;
  readonly width: number;
}

/** Where an entry lies between two moments; one without an end that is a span lasts beyond them. */
export function extentOf(entry: CalendarEntry, from: number, to: number): Extent {
  const percent = (at: number) => (100 * (Math.min(to, Math.max(from, at)) - from)) / Math.max(1, to - from);
  const left = percent(Date.parse(entry.start));
  if (!isSpan(entry)) return { left, width: 0 };
  const right = entry.end === undefined ? 100 : percent(Date.parse(entry.end));
  return { left, width: Math.max(0, right - left) };
}

/** A line of the list: one entry, or a window that returns. */
export interface CalendarLine {
  readonly entry: CalendarEntry;
  /** How many of them there are; the entry is the next one. */
  readonly times: number;
}

/** What comes, by start; of a window that returns the next one stands for all. */
export function calendarLines(entries: readonly CalendarEntry[]): readonly CalendarLine[] {
  const windows = new Map<string, number>();
  const keyOf = ({ policy, name }: CalendarEntry) => `${policy ?? ''}/${name ?? ''}`;
  for (const entry of entries)
    if (entry.kind === 'Window') windows.set(keyOf(entry), (windows.get(keyOf(entry)) ?? 0) + 1);
  const said = new Set<string>();
  return entries.flatMap(entry => {
    if (entry.kind !== 'Window') return [{ entry, times: 1 }];
    const key = keyOf(entry);
    if (said.has(key)) return [];
    said.add(key);
    return [{ entry, times: windows.get(key) ?? 1 }];
  });
}

/** Firsts of the months between two moments, in the reader's time. */
export function monthsBetween(from: number, to: number): readonly number[] {
  const months: number[] = [];
  const first = new Date(from);
  for (let i = 1; ; i++) {
    const at = new Date(first.getFullYear(), first.getMonth() + i, 1).getTime();
    if (at >= to) return months;
    months.push(at);
  }
}
