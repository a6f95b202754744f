const NAMED_AT_MOST = 3;

/** A whole sentence: capital first letter, full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return trimmed;
  const head = trimmed[0].toUpperCase() + trimmed.slice(1);
  return /[.!?”"]$/.test(head) ? head : `${head}.`;
}

/** A sentence, whose first word stays as it is where it is one of the names. */
export function sentenceWithNames(message: string, names: readonly string[]): string {
  const text = sentence(message);
  return names.some(name => message.startsWith(name)) ? `${message[0]}${text.slice(1)}` : text;
}

/** "1 cluster", "3 clusters". */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** "a, b, c and 4 more". */
export function listOf(names: readonly string[], atMost = NAMED_AT_MOST): string {
  const shown = names.slice(0, atMost).join(', ');
  const rest = names.length - atMost;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** "a and b", "a, b and c". */
export function joinAnd(parts: readonly string[]): string {
  if (parts.length <= 1) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

/** Two units at most: "47 s", "12 min", "3 h 04 min", "26 h", "2 d". */
export function ageInWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 10) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
