import { statSync } from 'node:fs';
import path from 'node:path';
import { readMemory } from '../readMemory';
import { hubOf, prepareTarget, type BenchContext } from './BenchContext';

/** The state after so many writes. */
export interface Growth {
  readonly writes: number;
  readonly fileMb: number;
  readonly walMb: number;
  readonly residentMb: number;
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly mostMs: number;
}

const WRITES = 1_000_000;
const QUICK_WRITES = 100_000;
const ROWS = 10;

/** A million writes of objects that come, change and go; after each the log may hold no more than what is kept. */
export async function measureCompaction(context: BenchContext): Promise<Growth[]> {
  const folder = context.createFolder();
  const fleet = await context.startFleet({ kept: 'process', folder });
  const target = hubOf(fleet);
  const requests = (context.isQuick ? QUICK_WRITES : WRITES) / ROWS;
  const growth: Growth[] = [];
  try {
    await prepareTarget(target);
    for (let row = 1; row <= ROWS; row += 1) {
      const { perSecond, p99Ms, mostMs, failures, firstFailure } = await context.load.ask('load', {
        ...{ target, protocol: 'HTTP/1.1', connections: 32, streams: 1, kind: 'churn' },
        until: { requests },
        prefix: context.nextPrefix(),
      });
      if (failures > 0) throw new Error(`${failures} writes failed, the first with ${firstFailure}`);
      const { residentMb } = readMemory([fleet.pid]);
      const [fileMb, walMb] = ['fleet.sqlite', 'fleet.sqlite-wal'].map(
        name => statSync(path.join(folder, 'data', name)).size / 1e6,
      );
      growth.push({ writes: row * requests, fileMb, walMb, residentMb, perSecond, p99Ms, mostMs });
    }
    return growth;
  } finally {
    await fleet.stop();
  }
}

const MOST_GROWTH = 1.5;

/** What is kept is reached by the middle; from there on the file grows no further than chance has it. */
export const isBounded = (growth: readonly Growth[]) => {
  const sizeOf = ({ fileMb, walMb }: Growth) => fileMb + walMb;
  const middle = growth[Math.floor(growth.length / 2)];
  return sizeOf(growth[growth.length - 1]) <= MOST_GROWTH * sizeOf(middle);
};
