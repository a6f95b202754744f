import { errorAnswer, plainText, type Answer } from '../http/Answer';
import { cutOff, isGone } from '../http/cutOff';
import type { Exchange, Passage, RequestFacts } from '../cluster/Gate';
import type { Buckets } from './Buckets';
import type { Draw } from './Draw';
import type { ErrorFault, LatencyFault, RequestFault, ResetFault, SlowFault, ThrottleFault } from './fault';
import { refusalOf } from './refusal';

/** A fault that meets a request. */
export interface Meeting<F = RequestFault> {
  readonly fault: F;
  readonly facts: RequestFacts;
  readonly exchange: Exchange;
  readonly draw: Draw;
  readonly buckets: () => Buckets;
  /** Keeps the answer back until the fault goes. */
  hold(response: Exchange['response']): void;
}

/** What becomes of a request; `stop` ends it. */
export type Effect =
  | { readonly type: 'go' }
  /** The fault let it be. */
  | { readonly type: 'spare' }
  | { readonly type: 'answer'; readonly answer: Answer }
  | { readonly type: 'stop' }
  | ({ readonly type: 'alter' } & Partial<Passage>);

const GO: Effect = { type: 'go' };
const STOP: Effect = { type: 'stop' };

export async function meetRequest(meeting: Meeting): Promise<Effect> {
  const { fault, exchange, hold } = meeting;
  switch (fault.type) {
    case 'latency':
      return delay({ ...meeting, fault });
    case 'error':
      return refuse({ ...meeting, fault });
    case 'reset':
      return reset({ ...meeting, fault });
    case 'throttle':
      return throttle({ ...meeting, fault });
    case 'slow':
      return slow({ ...meeting, fault });
    case 'hang':
      hold(exchange.response);
      exchange.request.resume();
      return STOP;
    default:
      return { type: 'spare' };
  }
}

async function delay({ fault, exchange, draw }: Meeting<LatencyFault>): Promise<Effect> {
  const { ms } = fault;
  await passTime(typeof ms === 'number' ? ms : draw.between(ms));
  return isGone(exchange.response) ? STOP : GO;
}

function refuse({ fault, facts }: Meeting<ErrorFault>): Effect {
  const answer = errorAnswer(refusalOf(fault, facts));
  return fault.moment === 'after' ? { type: 'alter', replace: () => answer } : { type: 'answer', answer };
}

function reset({ fault, exchange: { response } }: Meeting<ResetFault>): Effect {
  if (fault.moment !== 'after') {
    cutOff(response);
    return STOP;
  }
  const replace = () => {
    cutOff(response);
    return undefined;
  };
  return { type: 'alter', replace };
}

/** In plain text, as a server that has too much to do answers before it reads the request. */
function throttle({ fault, facts, buckets }: Meeting<ThrottleFault>): Effect {
  if (buckets().take(facts.client)) return { type: 'spare' };
  const text = plainText(429, 'Too many requests, please try again later.\n');
  const headers = {
    'retry-after': String(fault.retryAfterSeconds ?? 1),
    'x-content-type-options': 'nosniff',
  };
  return { type: 'answer', answer: { ...text, headers } };
}

async function slow({ fault, exchange }: Meeting<SlowFault>): Promise<Effect> {
  const { bytesPerSecond } = fault;
  const bytes = Number(exchange.call.headers['content-length'] ?? 0);
  await passTime((1000 * bytes) / bytesPerSecond);
  return isGone(exchange.response) ? STOP : { type: 'alter', bytesPerSecond };
}

const passTime = (ms: number) => new Promise<void>(done => void setTimeout(done, ms).unref());
