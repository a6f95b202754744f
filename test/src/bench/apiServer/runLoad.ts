import { connectLoad, type Protocol } from './connectLoad';
import { Lane, type LoadKind } from './Lane';
import type { LoadTarget } from './LoadConnection';
import { shareOf } from './shareOf';

export interface LoadOptions {
  readonly target: LoadTarget;
  readonly protocol: Protocol;
  readonly connections: number;
  /** Requests that a connection has open at a time; 1 over HTTP/1.1. */
  readonly streams: number;
  readonly kind: LoadKind;
  /** Measured for `seconds`, after a third of it to warm up; or until so many `requests` are answered. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
  /** Names of objects that no other load used. */
  readonly prefix: string;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  /** Requests altogether, those of before the measuring, too. */
  readonly asked: number;
  readonly failures: number;
  readonly firstFailure?: string;
  /** Of this process, as a share of one processor. */
  readonly clientCpu: number;
}

/** A closed loop on many lanes; each has its own objects, so nobody waits for another's conflict. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { target, protocol, connections: count, streams, prefix, kind } = options;
  const connections = await Promise.all(Array.from({ length: count }, () => connectLoad(target, protocol)));
  const lanes = connections.flatMap((connection, c) =>
    Array.from({ length: streams }, (_, s) => new Lane(connection, `${prefix}-${c}-${s}`, kind)),
  );
  try {
    await Promise.all(lanes.map(lane => lane.prepare()));
    const measured = await measure(lanes, options.until);
    return toResult(lanes, measured);
  } finally {
    for (const connection of connections) connection.close();
  }
}

interface Measured {
  readonly tookMs: number;
  readonly cpuMs: number;
}

async function measure(lanes: readonly Lane[], until: LoadOptions['until']): Promise<Measured> {
  const isTimed = 'seconds' in until;
  const most = isTimed ? Infinity : Math.ceil(until.requests / lanes.length / 4) * 4;
  if (!isTimed) for (const lane of lanes) lane.beginMeasuring();
  let startedAt = performance.now();
  let cpuBefore = process.cpuUsage();
  const running = Promise.all(lanes.map(lane => lane.run(most)));
  if (isTimed) {
    await pass((until.seconds * 1000) / 3);
    for (const lane of lanes) lane.beginMeasuring();
    startedAt = performance.now();
    cpuBefore = process.cpuUsage();
    await pass(until.seconds * 1000);
    for (const lane of lanes) lane.stop();
  }
  const measured = () => {
    const { user, system } = process.cpuUsage(cpuBefore);
    return { tookMs: performance.now() - startedAt, cpuMs: (user + system) / 1000 };
  };
  const atStop = measured();
  await running;
  return isTimed ? atStop : measured();
}

const pass = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

function toResult(lanes: readonly Lane[], { tookMs, cpuMs }: Measured): LoadResult {
  const latencies = Float64Array.from(lanes.flatMap(lane => lane.latencies)).sort();
  const firstFailure = lanes.find(lane => lane.firstFailure !== undefined)?.firstFailure;
  return {
    perSecond: (latencies.length / tookMs) * 1000,
    p50Ms: shareOf(latencies, 0.5),
    p99Ms: shareOf(latencies, 0.99),
    mostMs: shareOf(latencies, 1),
    asked: lanes.reduce((sum, lane) => sum + lane.asked, 0),
    failures: lanes.reduce((sum, lane) => sum + lane.failures, 0),
    ...(firstFailure === undefined ? {} : { firstFailure }),
    clientCpu: cpuMs / tookMs,
  };
}
