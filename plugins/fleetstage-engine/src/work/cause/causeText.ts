/** Of a text of a member so many characters of its start and of its end are read; a kubelet writes shorter ones. */
const MAX_READ = { head: 1_000, tail: 3_000 };

/** The text on one line, without control characters. */
export const oneLine = (text: string): string =>
  (text.length > MAX_READ.head + MAX_READ.tail
    ? `${text.slice(0, MAX_READ.head)}…${text.slice(-MAX_READ.tail)}`
    : text
  )
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim();

/** At most `max` characters: the start, which has the reason, and more of the end, which has the detail. */
export function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = Math.floor(max / 3);
  return oneLine(`${text.slice(0, head)}…${text.slice(text.length - (max - head - 1))}`);
}
