/** What YAML 1.1 knows and JSON does not. */
const BEYOND_JSON = [':timestamp', ':binary', ':omap', ':pairs', ':set'];

const isOfJson = (tag: unknown): boolean => {
  if (typeof tag !== 'object' || tag === null) return true;
  const { tag: name = '', format } = tag as { readonly tag?: string; readonly format?: string };
  return format !== 'TIME' && !BEYOND_JSON.some(end => name.endsWith(end));
};

/**
 * Options of the parser by which it reads a text as kubectl would (RUL 12): YAML 1.1 or JSON, in which `0400` is octal
 * and `<<` merges. Warnings and errors repeat no lines: those may be of a Secret.
 *
 *   defaultMode: 0400     → 256
 *   at: 2026-11-23        → "2026-11-23"
 *   ports: [22:22]        → ["22:22"]
 *   token: !vault s3cret  → "s3cret"
 */
export const kubectlYaml = {
  version: '1.1',
  logLevel: 'error',
  prettyErrors: false,
  customTags: <T>(tags: T[]): T[] => tags.filter(isOfJson),
} as const;
