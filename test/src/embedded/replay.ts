import { request, Agent } from 'node:https';
import { ANY, withoutListRevision, withoutMoments } from './normalize';
import { isJson, type Exchange } from './exchange';

/** A fleet to send the recorded requests to. */
export interface ReplayTarget {
  readonly clusters: Readonly<
    Record<string, { readonly url: string; readonly token: string; readonly caPem: string }>
  >;
}

/** Where an answer is not what the recorded server said. */
export interface Difference {
  readonly number: number;
  readonly request: string;
  /** `status`, or a path in the body. */
  readonly at: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

const TOKEN = /<(?:uid|ip|continue|rv-[^:>]+):\d+>/g;
const LOOK_EVERY_MS = 25;

export interface ReplayOptions {
  /** What controllers do after a write needs a moment; a read that differs is repeated for so long. */
  readonly patienceMs: number;
  readonly isAccepted: (difference: Difference) => boolean;
  /** Answers that are not compared; given `<cluster> <method> <path>`. */
  readonly isExempt: (request: string) => boolean;
}

/** Sends recorded requests in their order and returns where the answers differ. */
export async function replay(
  target: ReplayTarget,
  exchanges: readonly Exchange[],
  options: ReplayOptions,
): Promise<Difference[]> {
  const agent = new Agent({ keepAlive: true });
  const session = new Session(target, agent, options);
  const differences: Difference[] = [];
  try {
    for (const [number, exchange] of exchanges.entries()) {
      differences.push(...(await session.repeat(exchange, number)));
    }
  } finally {
    agent.destroy();
  }
  return differences;
}

type Finding = Pick<Difference, 'at' | 'expected' | 'actual'>;

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

class Session {
  /** Tokens of the recording → their values here. */
  private bound = new Map<string, string>();

  constructor(
    private readonly target: ReplayTarget,
    private readonly agent: Agent,
    private readonly options: ReplayOptions,
  ) {}

  async repeat(exchange: Exchange, number: number): Promise<readonly Difference[]> {
    const { patienceMs, isAccepted, isExempt } = this.options;
    const result = `${exchange.cluster} ${exchange.method} ${exchange.path}`;
    const giveUpAt = Date.now() + (exchange.method === 'GET' ? patienceMs : 0);
    for (;;) {
      const answer = await this.send(exchange);
      if (isExempt(result)) return [];
      const bound = new Map(this.bound);
      const findings = compareAnswers(exchange, answer, bound)
        .map(finding => ({ number, request: result, ...finding }))
        .filter(difference => !isAccepted(difference));
      if (findings.length === 0 || Date.now() >= giveUpAt) {
        this.bound = bound;
        return findings;
      }
      await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  private filled(text: string, encode = (value: string) => value): string {
    return text.replace(TOKEN, token => encode(this.bound.get(token) ?? token));
  }

  private send({ cluster, method, path, headers, body, bodyBase64 }: Exchange): Promise<Answer> {
    const { url, token, caPem } = this.target.clusters[cluster];
    const text = body === undefined ? undefined : Buffer.from(this.filled(body));
    const sent = bodyBase64 === undefined ? text : Buffer.from(bodyBase64, 'base64');
    return new Promise((resolve, reject) => {
      const call = request(`${url}${this.filled(path, encodeURIComponent)}`, {
        method,
        agent: this.agent,
        ca: caPem,
        headers: {
          ...headers,
          authorization: `Bearer ${token}`,
          ...(sent !== undefined && { 'content-length': String(sent.length) }),
        },
      });
      call.on('error', reject);
      call.on('response', response => {
        let said = '';
        response.setEncoding('utf8').on('data', chunk => {
          said += chunk;
        });
        response.on('error', reject);
        response.on('end', () => {
          const contentType = response.headers['content-type'] ?? '';
          resolve({ status: response.statusCode ?? 0, contentType, text: said });
        });
      });
      call.end(sent);
    });
  }
}

export function compareAnswers(exchange: Exchange, answer: Answer, bound: Map<string, string>): Finding[] {
  const findings: Finding[] = [];
  if (answer.status !== exchange.status) {
    const actual = `${answer.status} ${answer.text.slice(0, 600)}`;
    const expected = `${exchange.status} ${JSON.stringify(exchange.answer).slice(0, 600)}`;
    return [{ at: 'status', expected, actual }];
  }
  const parsed: unknown = isJson(answer.contentType)
    ? withoutListRevision(JSON.parse(answer.text))
    : answer.text;
  compare(keyedManagers(exchange.answer), keyedManagers(parsed), { at: '', bound, findings });
  return findings;
}

interface Comparison {
  readonly at: string;
  readonly bound: Map<string, string>;
  readonly findings: Finding[];
}

function compare(expected: unknown, actual: unknown, { at, bound, findings }: Comparison): void {
  if (typeof expected === 'string' && typeof actual === 'string') {
    if (!isSameText(expected, actual, bound)) findings.push({ at, expected, actual });
    return;
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    for (let i = 0; i < length; i++) compare(expected[i], actual[i], { at: `${at}[${i}]`, bound, findings });
    return;
  }
  if (!isRecord(expected) || !isRecord(actual)) {
    if (expected !== actual) findings.push({ at, expected, actual });
    return;
  }
  const inverse = new Map(Object.keys(actual).map(key => [key, key]));
  for (const key of Object.keys(expected)) inverse.delete(fill(key, bound));
  for (const [key, value] of Object.entries(expected)) {
    compare(value, actual[fill(key, bound)], { at: `${at}.${key}`, bound, findings });
  }
  for (const key of inverse.keys()) {
    findings.push({ at: `${at}.${key}`, expected: undefined, actual: actual[key] });
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const fill = (text: string, bound: ReadonlyMap<string, string>) =>
  text.replace(TOKEN, token => bound.get(token) ?? token);

/** A token that is seen for the first time takes the text in its place; later it has to be the same. */
function isSameText(expected: string, result: string, bound: Map<string, string>): boolean {
  if (expected === ANY) return true;
  const actual = withoutMoments(result);
  if (!expected.includes('<')) return expected === actual;
  const open = [...expected.matchAll(TOKEN)].map(([token]) => token).filter(token => !bound.has(token));
  if (open.length === 0) return fill(expected, bound) === actual;
  const pattern = fill(expected, bound)
    .split(TOKEN)
    .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^"/ \\\\]+)');
  const found = new RegExp(`^${pattern}$`).exec(actual);
  if (!found) return false;
  open.forEach((token, i) => bound.set(token, found[i + 1]));
  return true;
}

/** Managers by what names them: they are ordered by time, to the second, and a replay is faster than a recording. */
function keyedManagers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keyedManagers);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === 'managedFields' && Array.isArray(inner)
      ? Object.fromEntries(inner.map(entry => [managerOf(entry), entry]))
      : keyedManagers(inner),
  ]);
  return Object.fromEntries(entries);
}

function managerOf(entry: unknown): string {
  if (!isRecord(entry)) return '';
  return [entry.manager, entry.operation, entry.apiVersion, entry.subresource ?? ''].join(' ');
}
