import { isSecret } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { KubeError, type KubeObject } from '@fleetstage/kube-client';

const REDACTED = '(redacted for security reasons)';
/** `.stringData.pin: expected string, got &value.valueUnstructured{Value:1234}`: what follows is a value. */
const REPEATED_VALUE = ', got ';
/** At least so long is a value that is searched for in full: shorter ones would be found in every word. */
const SHORTEST = 4;
/** So much of a value is hidden wherever it occurs: servers, proxies and we cut what is long. */
const PIECE = 8;
/**
 * Of all values, in characters; to search for them takes some milliseconds then. A key with its chain has a third of it.
 */
const MAX_VALUES = 32 * 1024;
const TOO_LARGE =
  'the words of the server are not shown: the Secret is too large to search them for its values';

/**
 * Makes a request about an object, as it is sent and as it is there. What a server says of a Secret loses the values of
 * both before it is passed on, whatever its code: what is retried is logged and kept, too (RUL 40).
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
      secrets.reduce((hidden, secret) => withoutValues(hidden, secret), text.split(REPEATED_VALUE)[0]),
    );
  }
}

/**
 * A sentence of a server about a Secret, without its values: servers and webhooks repeat what they do not like, as it is,
 * encoded, decoded, quoted, a line or a piece of it.
 *
 *     'denied: "cGxhbnRlZA==" is too weak', { data: { token: 'cGxhbnRlZA==' } } → 'denied: "(redacted …)" is too weak'
 */
export function withoutValues(sentence: string, { data, stringData }: KubeObject): string {
  const [encoded, plain] = [leavesOf(data), leavesOf(stringData)];
  const size = [...encoded, ...plain].reduce((sum, { length }) => sum + length, 0);
  if (size > MAX_VALUES) return TOO_LARGE;
  const spellings = new Set([
    ...encoded.flatMap(value => [value, ...spellingsOf(Buffer.from(value, 'base64').toString())]),
    ...plain.flatMap(value => [Buffer.from(value).toString('base64'), ...spellingsOf(value)]),
  ]);
  const short = [...spellings].filter(({ length }) => length >= SHORTEST && length < PIECE);
  const hidden = short.reduce((text, value) => text.replaceAll(value, REDACTED), sentence);
  return withoutPieces(hidden, spellings);
}

/** The value, as it is and as it is written in quotes, and each line of it. */
function spellingsOf(value: string): readonly string[] {
  const lines = value.split(/[\r\n]+/).map(line => line.trim());
  return [value, JSON.stringify(value).slice(1, -1), ...lines];
}

/** The text, with every part that one of the values contains hidden, from `PIECE` characters on. */
function withoutPieces(text: string, values: Iterable<string>): string {
  const places = new Map<string, number[]>();
  for (let at = 0; at + PIECE <= text.length; at += 1) {
    const piece = text.slice(at, at + PIECE);
    const known = places.get(piece);
    if (known) known.push(at);
    else places.set(piece, [at]);
  }
  const isHidden = new Array<boolean>(text.length).fill(false);
  for (const value of values)
    for (let at = 0; at + PIECE <= value.length; at += 1) {
      const piece = value.slice(at, at + PIECE);
      for (const place of places.get(piece) ?? []) isHidden.fill(true, place, place + PIECE);
      // Once is enough, or equal letters in both would be compared with one another.
      places.delete(piece);
    }
  return text.replace(/[^]/g, (char, at: number) => {
    if (!isHidden[at]) return char;
    return isHidden[at - 1] ? '' : REDACTED;
  });
}

function leavesOf(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === '') return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [String(value)];
}
