import { eventually } from '../../eventually';
import { differences } from '../apiServer/golden';
import { send } from '../apiServer/send';
import type { ContractCluster } from '../apiServer/targets';
import type { Exchange } from '../apiServer/Transcript';
import { definitions } from './definitions';
import { Dice } from './Dice';
import { drawSequence, type Step } from './drawSequence';
import { playSequence } from './playSequence';

export interface Servers {
  readonly real: ContractCluster;
  readonly embedded: ContractCluster;
}

export interface Disagreement {
  readonly seed: number;
  /** As few requests as still show it. */
  readonly steps: readonly Step[];
  readonly texts: readonly string[];
}

/** What was compared, so that a run that compares nothing is seen. */
export interface Compared {
  readonly disagreements: readonly Disagreement[];
  /** How often the real server answered so. */
  readonly answers: ReadonlyMap<number, number>;
}

export const NAMESPACE = 'differential';
const LANES = 6;
/** Field managers are ordered by the second in which they wrote; a sequence that crosses one is played again. */
const TRIES = 3;

/** Installs what the sequences need, on both. */
export async function prepare({ real, embedded }: Servers): Promise<void> {
  for (const cluster of [real, embedded]) {
    await post(cluster, '/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: NAMESPACE },
    });
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    for (const definition of definitions) await post(cluster, path, definition);
    await eventually('the definitions are served', async () => {
      for (const served of [
        `v1/namespaces/${NAMESPACE}/widgets`,
        `v2/namespaces/${NAMESPACE}/widgets`,
        'v1/gadgets',
      ]) {
        const { status, text } = await send(cluster, {
          method: 'GET',
          path: `/apis/fuzz.example.io/${served}`,
        });
        if (status !== 200) throw new Error(text);
      }
    });
  }
}

async function post(cluster: ContractCluster, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { status, text } = await send(cluster, { method: 'POST', path, headers, body: JSON.stringify(body) });
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
}

/** Plays sequences `from`, `from + 1` … on both servers, several side by side, and returns where the answers differ. */
export async function compareSequences(
  servers: Servers,
  { from, count, most }: { readonly from: number; readonly count: number; readonly most: number },
): Promise<Compared> {
  const disagreements: Disagreement[] = [];
  const answers = new Map<number, number>();
  const comparing = { ...servers, answers };
  let next = from;
  const lane = async () => {
    while (next < from + count && disagreements.length < most) {
      const seed = next;
      next += 1;
      const disagreement = await compareOne(comparing, seed);
      if (disagreement) disagreements.push(disagreement);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { disagreements, answers };
}

interface Comparing extends Servers {
  readonly answers: Map<number, number>;
}

async function compareOne(servers: Comparing, seed: number): Promise<Disagreement | undefined> {
  const draw = (label: string) => drawSequence(new Dice(seed), { namespace: NAMESPACE, label });
  const steps = draw(`s${seed}`);
  let texts = await differ(servers, steps);
  for (let tried = 1; texts.length > 0 && tried < TRIES; tried += 1)
    texts = await differ(servers, draw(`s${seed}-${tried}`));
  if (texts.length === 0) return undefined;
  return { seed, ...(await shrink(servers, steps, texts)) };
}

/** Leaves out what is not needed to differ, from the back; the two reads stay. */
async function shrink(servers: Comparing, steps: readonly Step[], texts: readonly string[]) {
  let shortest = { steps, texts };
  for (let index = steps.length - 3; index >= 0; index -= 1) {
    const fewer = shortest.steps.filter((_, each) => each !== index);
    const still = await differ(servers, fewer);
    if (still.length > 0 && (await differ(servers, fewer)).length > 0)
      shortest = { steps: fewer, texts: still };
  }
  return shortest;
}

/** The first answer that differs; those after it follow from it. */
async function differ(
  { real, embedded, answers }: Comparing,
  steps: readonly Step[],
): Promise<readonly string[]> {
  const [there, here] = await Promise.all([playSequence(real, steps), playSequence(embedded, steps)]);
  const actual = comparable(here);
  for (const [index, expected] of comparable(there).entries()) {
    answers.set(expected.status, (answers.get(expected.status) ?? 0) + 1);
    const texts = differences([expected], [actual[index]]);
    if (texts.length === 0) continue;
    const isRefused = expected.status >= 300 || actual[index].status >= 300;
    return isRefused
      ? [`${expected.request}\n  real: ${told(there[index])}\n  here: ${told(here[index])}`]
      : texts;
  }
  return [];
}

/** Which address a Service draws depends on what others drew. Through JSON: what is undefined is absent. */
const comparable = (exchanges: readonly Exchange[]) =>
  (JSON.parse(JSON.stringify(exchanges).replace(/<ip:\d+>/g, '<ip>')) as Exchange[]).map(withoutWords);

interface StatusBody {
  readonly reason?: string;
  readonly details?: { readonly causes?: readonly { readonly reason: string; readonly field: string }[] };
}

/**
 * Of a refusal: its reason and which fields it is about. Its words are what the contract's cases compare; here they quote
 * whatever was drawn in the way in which Go prints its own structures.
 */
function withoutWords(exchange: Exchange): Exchange {
  if (exchange.status < 300) return exchange;
  const { reason, details } = exchange.body as StatusBody;
  const causes = details?.causes?.map(cause => `${cause.reason} ${cause.field}`) ?? [];
  return { ...exchange, body: { reason, causes: [...new Set(causes)].sort() } };
}

function told({ status, body }: Exchange): string {
  const { reason, message } = body as { reason?: string; message?: string };
  return status < 300 ? String(status) : `${status} ${reason}: ${message}`;
}
