import type { KubeObject } from '@fleetstage/kube-client';

/** At least so long is a value that is looked for in a text: shorter ones would be found in every word. */
const SHORTEST = 4;
const REDACTED = '(redacted for security reasons)';

/**
 * A sentence of a server about a Secret, without the values that were sent: servers and webhooks repeat what they do not
 * like, as it is or decoded (RUL 40).
 */
export function withoutValues(sentence: string, { data, stringData }: KubeObject): string {
  const values = [
    ...leavesOf(data).flatMap(value => [value, Buffer.from(value, 'base64').toString()]),
    ...leavesOf(stringData),
  ];
  return values
    .filter(value => value.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
    .reduce((text, value) => text.replaceAll(value, REDACTED), sentence);
}

function leavesOf(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === '') return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [String(value)];
}
