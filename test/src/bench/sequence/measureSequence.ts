import { percentile } from '../mainJobReport';
import { BigSequence, STAGES } from './bigSequence';

/** What one decision costs; times in ms. */
export interface SequenceFigure {
  readonly clusters: number;
  readonly stages: number;
  /** Rollouts that were not over, and those of them that stood in a stage, at the least of the passes. */
  readonly inFlight: number;
  readonly passes: number;
  readonly decideMs: number;
  readonly worstMs: number;
  /** The floor: each cluster and each kept target read once, and its versions compared. */
  readonly loopMs: number;
  readonly ratio: number;
  readonly budgetMs: number;
  /** Of what is known of the sequence, after a collection. */
  readonly stateMb: number;
  /** The most that the heap grew by in one decision. */
  readonly peakMb: number;
}

const BUDGET_MS = 1_000;
/** Passes that are measured once as many rollouts are under way as the budget speaks of. */
const PASSES = 40;
const IN_FLIGHT = 5;

export function measureSequence(clusters: number, say: (text: string) => void): SequenceFigure {
  const before = heapMb();
  const sequence = new BigSequence(clusters);
  let steps = 0;
  while (sequence.occupied() < IN_FLIGHT) {
    sequence.step();
    steps += 1;
    if (steps % 20 === 0) say(`${steps} passes played, ${sequence.occupied()} rollouts in a stage`);
  }
  const stateMb = heapMb() - before;
  const times: number[] = [];
  let inFlight = Infinity;
  let peakMb = 0;
  while (times.length < PASSES && sequence.occupied() >= IN_FLIGHT) {
    global.gc?.();
    const used = process.memoryUsage().heapUsed;
    times.push(sequence.step());
    peakMb = Math.max(peakMb, (process.memoryUsage().heapUsed - used) / 1e6);
    inFlight = Math.min(inFlight, sequence.inFlight().length);
  }
  const loops = Array.from({ length: 9 }, () => readOnce(sequence).tookMs);
  const decideMs = percentile(times, 50);
  const loopMs = percentile(loops, 50);
  return {
    clusters,
    stages: STAGES,
    inFlight,
    passes: times.length,
    decideMs,
    worstMs: Math.max(...times),
    loopMs,
    ratio: decideMs / loopMs,
    budgetMs: BUDGET_MS,
    stateMb,
    peakMb,
  };
}

function heapMb(): number {
  global.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

/** The least that a decision must do: read everything once. */
function readOnce(sequence: BigSequence): { readonly behind: number; readonly tookMs: number } {
  const { clusters, rollouts } = sequence.state();
  const startedAt = performance.now();
  const versions = new Map<string, string>();
  for (const { name, versions: known } of clusters)
    if (known.kind === 'Managed') versions.set(name, known.observed?.controlPlane.version ?? '');
  let behind = 0;
  for (const { spec, memory } of rollouts)
    for (const { cluster } of memory?.targets ?? [])
      if (versions.get(cluster) !== `v${spec.version}`) behind += 1;
  return { behind, tookMs: performance.now() - startedAt };
}
