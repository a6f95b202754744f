import { parse, type Tags } from 'yaml';

/** What YAML 1.1 knows and JSON does not. */
const BEYOND_JSON = [':timestamp', ':binary', ':omap', ':pairs', ':set'];

const isOfJson = ({ tag, format }: { readonly tag: string; readonly format?: string }) =>
  format !== 'TIME' && !BEYOND_JSON.some(end => tag.endsWith(end));

/**
 * The object that an entry of an annotated ConfigMap holds, as kubectl would read its text (RUL 12): YAML 1.1 or JSON,
 * in which `0400` is octal and `<<` merges. Warnings of the parser go nowhere: they repeat lines, and those may be of a
 * Secret. @throws Error where it is no document, or more than one
 *
 *   defaultMode: 0400     → 256
 *   at: 2026-11-23        → "2026-11-23"
 *   token: !vault s3cret  → "s3cret"
 */
export const readManifestText = (text: string): unknown =>
  parse(text, {
    version: '1.1',
    logLevel: 'error',
    customTags: (tags: Tags) => tags.filter(tag => typeof tag === 'string' || isOfJson(tag)),
  });
