const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const pair = (large: number, unit: string, small: number, smallUnit: string) =>
  small === 0 ? `${large}${unit}` : `${large}${unit}${small}${smallUnit}`;

/**
 * An age in two or three figures.
 *
 *   119 s → `119s` · 125 s → `2m5s` · 200 min → `3h20m` · 50 h → `2d2h` · 900 days → `2y170d`
 */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / SECOND);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(ms / MINUTE);
  if (minutes < 10) return pair(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(ms / HOUR);
  if (hours < 8) return pair(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (days < 8) return pair(days, 'd', hours % 24, 'h');
  if (days < 2 * 365) return `${days}d`;
  const years = Math.trunc(days / 365);
  return years < 8 ? pair(years, 'y', days % 365, 'd') : `${years}y`;
}

/** How long ago a moment was; `<unknown>` for none. */
export function age(timestamp: unknown, now: number): string {
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(at) ? '<unknown>' : humanDuration(now - at);
}
