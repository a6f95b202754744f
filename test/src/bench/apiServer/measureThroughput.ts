import { besideSources } from '../../controlPlane/besideSources';
import { startAskableChild } from '../childProcess';
import { readCpuMs } from '../readCpu';
import { hubOf, prepareTarget, type BenchContext, type FleetSetup } from './BenchContext';
import type { Protocol } from './connectLoad';
import { median, type Figure } from './figures';
import type { LoadKind } from './Lane';
import type { LoadTarget, MeasuredServer } from './LoadConnection';

const PROTOCOLS = ['HTTP/1.1', 'HTTP/2'] as const;
/** As many lanes in both: a connection each, or several streams on few. */
const SHAPES: Readonly<Record<Protocol, { readonly connections: number; readonly streams: number }>> = {
  'HTTP/1.1': { connections: 32, streams: 1 },
  'HTTP/2': { connections: 4, streams: 8 },
};

interface Servers {
  readonly embedded: MeasuredServer;
  readonly real?: MeasuredServer;
  readonly floor: MeasuredServer;
}

interface Wanted {
  readonly kind: LoadKind;
  readonly title: string;
  readonly goal: number;
}

/** Reads and writes in memory. */
export async function measureMemory(context: BenchContext): Promise<Figure[]> {
  const reads = { kind: 'reads', title: 'reads, in memory', goal: 10_000 } as const;
  const writes = { kind: 'writes', title: 'writes, in memory', goal: 5_000 } as const;
  return onFleet(context, {}, async servers => [
    ...(await measureKind(context, servers, reads)),
    ...(await measureKind(context, servers, writes)),
  ]);
}

/** Writes that are in the file when they are answered: over a kill of the process, and over a loss of power. */
export async function measureKept(context: BenchContext): Promise<Figure[]> {
  const kept = { kind: 'writes', title: 'writes, kept', goal: 1_500 } as const;
  const durable = { kind: 'writes', title: 'writes, durable', goal: 1_500 } as const;
  return [
    ...(await onFleet(context, { kept: 'process' }, servers => measureKind(context, servers, kept))),
    ...(await onFleet(context, { kept: 'power-loss' }, servers => measureKind(context, servers, durable))),
  ];
}

async function onFleet(
  context: BenchContext,
  setup: FleetSetup,
  measure: (servers: Servers) => Promise<Figure[]>,
): Promise<Figure[]> {
  const fleet = await context.startFleet(setup);
  const floor = await startAskableChild<never, LoadTarget>(
    besideSources('../bench/apiServer/floorServer.ts'),
    [],
  );
  try {
    const servers: Servers = {
      embedded: { target: hubOf(fleet), pids: [fleet.pid] },
      real: await context.realServer(),
      floor: { target: floor.first, pids: [floor.pid] },
    };
    for (const server of Object.values(servers)) if (server) await prepareTarget(server.target);
    return await measure(servers);
  } finally {
    floor.kill('SIGTERM');
    await fleet.stop();
  }
}

/** The rate, and the processor time of a request, which says the same on a machine that has other things to do. */
async function measureKind(context: BenchContext, servers: Servers, wanted: Wanted): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const protocol of PROTOCOLS) {
    const { perSecond, cpuUs } = await measureServers(context, servers, { ...wanted, protocol });
    const name = `${wanted.title}, ${protocol}`;
    figures.push({ name, unit: '/s', goal: { atLeast: wanted.goal }, ...perSecond });
    figures.push({ name: '  processor time of one', unit: 'µs', ...cpuUs });
  }
  return figures;
}

type Values = Pick<Figure, 'embedded' | 'real' | 'floor'>;
type Shape = { readonly kind: LoadKind; readonly protocol: Protocol };

/** The servers take turns, so that what else the machine does meets them all. */
async function measureServers(
  context: BenchContext,
  servers: Servers,
  shape: Shape,
): Promise<{ readonly perSecond: Values; readonly cpuUs: Values }> {
  const rounds = context.isQuick ? 1 : 3;
  const perSecond = new Medians();
  const cpuUs = new Medians();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, server] of Object.entries(servers)) {
      if (!server) continue;
      const measured = await measureOnce(context, server, shape);
      perSecond.add(name, measured.perSecond);
      cpuUs.add(name, measured.cpuUs);
    }
  }
  return { perSecond: perSecond.values(), cpuUs: cpuUs.values() };
}

async function measureOnce(
  context: BenchContext,
  { target, pids }: MeasuredServer,
  { kind, protocol }: Shape,
): Promise<{ readonly perSecond: number; readonly cpuUs: number }> {
  const until = { seconds: context.isQuick ? 2 : 5 };
  const prefix = context.nextPrefix();
  const before = readCpuMs(pids);
  const result = await context.load.ask('load', {
    ...{ target, protocol, kind, until, prefix },
    ...SHAPES[protocol],
  });
  const { perSecond, asked, failures, firstFailure } = result;
  if (failures > 0)
    throw new Error(`${failures} ${kind} failed at ${target.url}, the first with ${firstFailure}`);
  return { perSecond, cpuUs: ((readCpuMs(pids) - before) * 1000) / asked };
}

class Medians {
  private readonly all = new Map<string, number[]>();

  add(name: string, value: number): void {
    this.all.set(name, [...(this.all.get(name) ?? []), value]);
  }

  values(): Values {
    const { embedded = NaN, ...others } = Object.fromEntries(
      [...this.all].map(([name, values]) => [name, median(values)]),
    );
    return { embedded, ...others };
  }
}
