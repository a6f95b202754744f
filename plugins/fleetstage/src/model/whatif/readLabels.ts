import { failure, ok, type Result } from '@fleetstage/backstage-plugin-fleetstage-common';

/** `a=b, c=d`; the error is the part that is no label. */
export function readLabels(text: string): Result<Record<string, string>> {
  const labels: Record<string, string> = {};
  for (const part of text.split(',').map(one => one.trim())) {
    if (part === '') continue;
    const at = part.indexOf('=');
    if (at < 1) return failure(part);
    labels[part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  return ok(labels);
}
