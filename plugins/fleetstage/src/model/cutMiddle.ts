/** At most `max` characters: a third from the start, where the object stands, the rest from the end, where the cause does. */
export function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = Math.floor(max / 3);
  return `${text.slice(0, head).trimEnd()} … ${text.slice(text.length - (max - head - 3)).trimStart()}`;
}

/** At most `max` characters from the start, in whole words: of sentences the end alone may say the opposite. */
export function cutEnd(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  const space = head.lastIndexOf(' ');
  return `${(space > max / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}
