/**
 * One `@name value` of a docstring. `versions` is set for `@name[v1, v1beta1] value`: the marker counts there only,
 * and wins over the one without versions.
 */
export interface Marker {
  readonly name: string;
  readonly value: string;
  readonly versions?: readonly string[];
}

export interface Docstring {
  /** What it says to people, as one line and without spec IDs. */
  readonly description: string;
  readonly markers: readonly Marker[];
}

const MARKER = /^@(\w+)(?:\[([^\]]+)\])?\s*(.*)$/;
const SPEC_ID = /\s*\((?:[A-E]\/[A-Z]+-\d+|RUL \d+)[^)]*\)/g;

/** A docstring's text and markers; a marker's value goes on over the lines that follow. */
export function parseDocstring(comment: string): Docstring {
  const lines = comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map(line => line.replace(/^\s*\*? ?/, '').trim())
    .filter(line => line !== '');
  const text: string[] = [];
  const markers: Marker[] = [];
  for (const line of lines) {
    const start = MARKER.exec(line);
    const open = markers.pop();
    if (start) markers.push(...(open ? [open] : []), toMarker(start));
    else if (open) markers.push({ ...open, value: `${open.value} ${line}`.trim() });
    else text.push(line);
  }
  return { description: text.join(' ').replace(SPEC_ID, ''), markers: markers.map(unescape) };
}

function toMarker([, name, versions, value]: RegExpExecArray): Marker {
  return { name, value, ...(versions && { versions: versions.split(/[\s,]+/) }) };
}

/** A pattern with `*` before `/` would end the comment, so it is written `*\/` there. */
const unescape = (marker: Marker): Marker => ({ ...marker, value: marker.value.replaceAll('*\\/', '*/') });
