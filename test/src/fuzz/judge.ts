import { parse as parseYaml } from 'yaml';
import type { FuzzRequest } from './requests';
import type { FuzzAnswer } from './send';

interface Status {
  readonly kind?: unknown;
  readonly apiVersion?: unknown;
  readonly status?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
}

/** What a real server, too, reports as its own error: patches that do not fit their schema, and what etcd does not take. */
const KNOWN_500 = [
  /^failed to create typed patch object /,
  /^failed to convert new object .* to proper version: unable to convert unstructured object to /,
  /^Internal error occurred: Object 'apiVersion' is missing in /,
  /^etcdserver: request is too large$/,
  /^rpc error: code = ResourceExhausted /,
  /^resourceVersion: Invalid value: /,
  /^unknown patch type: /,
  // A namespace that is a path (contract suite oddPaths).
  /^invalid key: "\/.*\/\.\.?(\/.*)?"$/,
  /^Internal error occurred: invalid resource name "/,
  /^list element types are not identical/,
  / does not contain declared merge key: /,
  /^The order in patch list:/,
  /^cannot merge lists without merge key/,
  /^merging lists cannot yet be specified in the patch$/,
];

/** What is wrong with an answer; `undefined`: nothing. */
export function judge({ method }: FuzzRequest, answer: FuzzAnswer): string | undefined {
  const { code, contentType, text } = answer;
  if (code < 200 || code > 599) return `the status is ${code}`;
  if (method === 'HEAD' || code === 304) return text === '' ? undefined : `${method} is answered with a body`;
  if (code >= 400) return judgeRefusal(answer);
  if (!contentType.startsWith('application/json')) return undefined;
  return isJson(text) ? undefined : `an answer of ${code} is no JSON: ${shorten(text)}`;
}

/** A watch is a JSON document a line. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text.split('\n').every(line => line === '' || isObject(parseJson(line)));
  }
}

function judgeRefusal({ code, contentType, text }: FuzzAnswer): string | undefined {
  // Where nothing is registered a real server answers in plain text, and so do parsers of HTTP.
  if (isPlain(code, contentType, text)) return undefined;
  const parsed = contentType === 'application/yaml' ? parseYaml(text) : parseJson(text);
  if (!isObject(parsed)) return `an answer of ${code} is no Status: ${contentType} ${shorten(text)}`;
  const { kind, apiVersion, status, message } = parsed as Status;
  if (kind !== 'Status' || apiVersion !== 'v1' || status !== 'Failure' || typeof message !== 'string')
    return `an answer of ${code} is no well-formed Status: ${shorten(text)}`;
  if ((parsed as Status).code !== code)
    return `a Status of ${String((parsed as Status).code)} came with ${code}`;
  const isOurs = code === 500 && !KNOWN_500.some(known => known.test(message));
  return isOurs ? `500: ${shorten(message)}` : undefined;
}

const PLAIN: Readonly<Record<number, RegExp>> = {
  400: /^400 Bad Request$/,
  // OpenAPI of a group that there is not.
  404: /^(404 page not found\n)?$/,
  431: /^$/,
  500: /^Internal Server Error: .* failed to create RequestInfo: /s,
};

const isPlain = (code: number, contentType: string, text: string) =>
  !contentType.includes('json') && PLAIN[code]?.test(text) === true;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const shorten = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
