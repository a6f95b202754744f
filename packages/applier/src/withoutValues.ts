import { isSecret } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { KubeError, type KubeObject } from '@fleetstage/kube-client';

/** At least so long is a value that is looked for in a text: shorter ones would be found in every word. */
const SHORTEST = 4;
const REDACTED = '(redacted for security reasons)';
/** `.stringData.pin: expected string, got &value.valueUnstructured{Value:1234}`: what follows is a value. */
const REPEATED_VALUE = ', got ';

/**
 * Makes a request about an object, as it is sent and as it is there. What a server says of a Secret loses the values of
 * both before anybody hears of it, whatever its code: what is tried again is logged and kept, too (RUL 40).
 */
export async function redactingErrors<T>(
  objects: readonly (KubeObject | undefined)[],
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const secrets = objects.flatMap(object => (object && isSecret(object) ? [object] : []));
    if (secrets.length === 0 || !(error instanceof KubeError)) throw error;
    throw error.reword(text =>
      secrets.reduce((told, secret) => withoutValues(told, secret), text.split(REPEATED_VALUE)[0]),
    );
  }
}

/**
 * A sentence of a server about a Secret, without its values: servers and webhooks repeat what they do not like, as it is,
 * encoded, decoded, quoted, or a line of it.
 *
 *     'denied: "cGxhbnRlZA==" is too weak', { data: { token: 'cGxhbnRlZA==' } } → 'denied: "(redacted …)" is too weak'
 */
export function withoutValues(sentence: string, { data, stringData }: KubeObject): string {
  const encoded = leavesOf(data).map(value => ({
    text: Buffer.from(value, 'base64').toString(),
    base64: value,
  }));
  const plain = leavesOf(stringData).map(text => ({ text, base64: Buffer.from(text).toString('base64') }));
  const spellings = [...encoded, ...plain].flatMap(({ text, base64 }) => [base64, ...spellingsOf(text)]);
  return [...new Set(spellings)]
    .filter(value => value.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
    .reduce((told, value) => told.replaceAll(value, REDACTED), sentence);
}

/** The value and each line of it, as they are and as they stand in quotes. */
function spellingsOf(value: string): readonly string[] {
  const lines = value.split(/[\r\n]+/).map(line => line.trim());
  return [value, value.trim(), ...lines].flatMap(text => [text, JSON.stringify(text).slice(1, -1)]);
}

function leavesOf(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === '') return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [String(value)];
}
