/** Loaded into the fleet's process: reports over the channel to its parent how that process is. */

export interface Health {
  readonly rssBytes: number;
  /** On the heap and in buffers, after a collection. */
  readonly usedBytes: number;
  /** Longest time since the last question in which nothing else could run; waiting for a processor does not count. */
  readonly longestBlockMs: number;
  /** What `Object.prototype` and its like have that they should not. */
  readonly polluted: readonly string[];
}

const TICK_MS = 10;
/** Written to the log, between the lines of what was done then. The start took 1,727 ms of a processor that others shared. */
const COMPLAIN_MS = 4_000;
const WATCHED = { Object, Array, Function, Map, String, Number } as const;
const fieldsOf = () =>
  Object.entries(WATCHED).flatMap(([name, made]) =>
    Reflect.ownKeys(made.prototype).map(key => `${name}.prototype.${String(key)}`),
  );
const before = new Set(fieldsOf());

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
let last = { at: Date.now(), cpu: cpuMs() };
let longest = 0;
setInterval(() => {
  const now = { at: Date.now(), cpu: cpuMs() };
  const block = Math.min(now.at - last.at, now.cpu - last.cpu);
  last = now;
  if (block > COMPLAIN_MS) process.stderr.write(`blocked for ${Math.round(block)} ms\n`);
  longest = Math.max(longest, block);
}, TICK_MS).unref();

process.on('message', () => {
  (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const polluted = fieldsOf().filter(field => !before.has(field));
  const health: Health = { rssBytes: rss, usedBytes: heapUsed + external, longestBlockMs: longest, polluted };
  longest = 0;
  last = { at: Date.now(), cpu: cpuMs() };
  process.send?.(health);
});
