/** The values at a path such as `spec.containers[*].image`; empty where something on the way is missing. */
export function readPath(value: unknown, path: string): readonly unknown[] {
  return segmentsOf(path).reduce<readonly unknown[]>(
    (values, { key, isEach }) =>
      values.flatMap(each => {
        const inner = at(each, key);
        if (inner === undefined || inner === null) return [];
        if (!isEach) return [inner];
        return Array.isArray(inner) ? inner : [];
      }),
    [value],
  );
}

interface Segment {
  readonly key: string;
  readonly isEach: boolean;
}

const parsed = new Map<string, readonly Segment[]>();

/** Paths come from a handful of files and are read for every change of every pod. */
function segmentsOf(path: string): readonly Segment[] {
  const known = parsed.get(path);
  if (known) return known;
  const segments = path
    .split('.')
    .map(part => ({ key: part.replace(/\[\*\]$/, ''), isEach: part.endsWith('[*]') }));
  parsed.set(path, segments);
  return segments;
}

const at = (value: unknown, key: string): unknown =>
  value !== null && typeof value === 'object' ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
