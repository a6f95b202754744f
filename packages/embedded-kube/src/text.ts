/** By code unit, as etcd orders keys; locales would order differently on each machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** RFC 3339 in seconds, as the API writes times. */
export const toTime = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

/** Any flag in a query is set, unless it says that it is not. */
export const isFlag = (text: string | null) =>
  text !== null && text !== '0' && text.toLowerCase() !== 'false';
