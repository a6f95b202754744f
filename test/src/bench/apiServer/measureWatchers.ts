import { hubOf, type BenchContext } from './BenchContext';
import type { Figure } from './figures';

const WATCHERS = 1_000;
const GOAL_MS = 100;

/** How long after a write is sent the last of its watchers have it. */
export async function measureWatchers(context: BenchContext): Promise<Figure[]> {
  const fleet = await context.startFleet({});
  const writes = context.isQuick ? 10 : 50;
  const figures: Figure[] = [];
  try {
    const targets = { embedded: hubOf(fleet), real: (await context.realServer())?.target };
    for (const protocol of ['HTTP/1.1', 'HTTP/2'] as const) {
      const p99: Partial<Record<keyof typeof targets, number>> = {};
      for (const name of ['embedded', 'real'] as const) {
        const target = targets[name];
        if (!target) continue;
        const options = { target, protocol, watchers: WATCHERS, writes };
        const { p99Ms, missed } = await context.load.ask('watch', options);
        if (missed > 0) throw new Error(`${missed} events were not sent by ${name}`);
        p99[name] = p99Ms;
      }
      const { embedded = NaN, real } = p99;
      figures.push({
        name: `a write at 1,000 watchers (p99), ${protocol}`,
        unit: 'ms',
        goal: { atMost: GOAL_MS },
        embedded,
        ...(real === undefined ? {} : { real }),
      });
    }
    return figures;
  } finally {
    await fleet.stop();
  }
}
