import type { FleetProgram } from '../startFleetProgram';
import { readMemory } from '../readMemory';
import type { BenchContext, FleetSetup } from './BenchContext';
import type { Figure } from './figures';
import { OBJECTS_PER_MEMBER } from './memberObjects';

const MEMBERS = 1_000;
const QUICK_MEMBERS = 100;
const MOST_MB = 1_500;
const MOST_START_S = 60;

/** Size of a process with many members, in memory and with data that it starts from. */
export async function measureMembers(context: BenchContext): Promise<Figure[]> {
  const count = context.isQuick ? QUICK_MEMBERS : MEMBERS;
  const members = Array.from({ length: count }, (_, i) => `member-${i + 1}`);
  const what = `${count} members, ${OBJECTS_PER_MEMBER} objects each`;
  const start = (title: string, embedded: number): Figure => ({
    name: `start, ${title}`,
    unit: 's',
    goal: { atMost: MOST_START_S },
    embedded,
  });
  const size = (title: string, embedded: number): Figure => ({
    name: `${title}`,
    unit: 'MB',
    goal: { atMost: MOST_MB },
    embedded,
  });
  const inMemory = await runFleet(context, { members }, fleet => fill(context, fleet, members));
  const setup = { members, kept: 'process', folder: context.createFolder() } as const;
  const filled = await runFleet(context, setup, fleet => fill(context, fleet, members));
  const again = await runFleet(context, setup, async () => 0);
  return [
    start(`${count} members, nothing there`, inMemory.startS),
    start(`${count} members, data folder, nothing there`, filled.startS),
    start(`${what}, from the data folder`, again.startS),
    size(`RSS, ${what}, in memory`, inMemory.peakMb),
    size(`RSS, ${what}, kept`, filled.peakMb),
    size(`RSS, ${what}, started again`, again.peakMb),
    { name: 'writes while they are filled', unit: '/s', embedded: inMemory.result },
  ];
}

async function fill({ load }: BenchContext, fleet: FleetProgram, names: readonly string[]): Promise<number> {
  const members = names.map(name => {
    const { url, caPem = '', token } = fleet.endpoint(name);
    return { name, target: { url, caPem, token } };
  });
  const { objects, tookMs } = await load.ask('fill', { members });
  return (objects / tookMs) * 1000;
}

async function runFleet(
  context: BenchContext,
  setup: FleetSetup,
  work: (fleet: FleetProgram) => Promise<number>,
) {
  const startedAt = performance.now();
  const fleet = await context.startFleet(setup);
  const startS = (performance.now() - startedAt) / 1000;
  try {
    const result = await work(fleet);
    const { peakMb } = readMemory([fleet.pid]);
    context.say(`  started after ${startS.toFixed(1)} s, at most ${peakMb} MB`);
    return { startS, peakMb, result };
  } finally {
    await fleet.stop();
  }
}
