import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok, type Instant, type PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  defaultPlugins,
  refuse,
  type PlacementState,
  type WhatIfChange,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  aPlacement,
  aPlacementSpec,
  aPlacementState,
  clusters,
  NOON,
  pickN,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { ManualPorts } from '../../__testUtils__/ManualPorts';
import { systemPorts } from '../../loop/systemPorts';
import { silentLog } from '../../observe/log';
import { EngineThread } from './EngineThread';
import { Scenarios } from './Scenarios';

/** Sources are TypeScript here, JavaScript where they are installed. */
const READS_TYPESCRIPT = {
  execArgv: ['--require', require.resolve('@backstage/cli/config/nodeTransform.cjs')],
};

/** The thread ends before it can be asked anything. */
const NO_THREAD = { execArgv: ['--require', '/no/such/file.js'] };

/** Ends the thread over a question about the cluster `fatal`, as too little memory does. */
const ENDS_OVER_FATAL = `
const Module = require('node:module');
const load = Module._load;
Module._load = (name, ...rest) => {
  const loaded = load(name, ...rest);
  const { viewWhy } = name.includes('fleetstage-engine') ? loaded : {};
  if (viewWhy === undefined) return loaded;
  return { ...loaded, viewWhy: (...args) => (args[1] === 'fatal' ? process.exit(1) : viewWhy(...args)) };
};
`;

const adds = (count: number): WhatIfChange => ({
  clusters: Array.from({ length: count }, (_, i) => ({ cluster: `new-${i}`, change: 'add' })),
});
const edits = (count: number): WhatIfChange => ({
  clusters: Array.from({ length: count }, (_, i) => ({
    cluster: `c${i + 1}`,
    change: 'edit',
    labels: { a: 'b' },
  })),
});
const spreads = (count: number): PlacementPolicy => ({
  ...pickN(3),
  topologySpreadConstraints: Array.from({ length: count }, (_, i) => ({
    topologyKey: `k${i}`,
    whenUnsatisfiable: 'ScheduleAnyway',
  })),
});

const stateOf = (count: number): PlacementState =>
  aPlacementState({
    placement: aPlacement({ spec: aPlacementSpec({ policy: pickN(3) }) }),
    clusters: clusters(count),
    policySnapshots: [],
  });

describe('thinking about a big fleet', () => {
  const warned: string[] = [];
  const log = { ...silentLog, warn: (message: string) => warned.push(message) };
  let thread: EngineThread;
  const { timers } = systemPorts;

  beforeEach(() => {
    warned.length = 0;
  });
  afterEach(() => thread.stop());

  const ask = async (count: number) => {
    const plugins = { filters: [...defaultPlugins.filters], scores: [...defaultPlugins.scores] };
    const scenarios = new Scenarios({ clock: { now: (): Instant => NOON }, timers, log, thread, plugins });
    const tried = await scenarios.whatIf(stateOf(count), { policy: pickN(4) }, {});
    return tried.ok ? tried.value.counts : tried.error;
  };

  it('goes on in a thread while everybody else is served', async () => {
    thread = new EngineThread(log, { timers, worker: READS_TYPESCRIPT });
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const counts = await ask(2_001);
    clearInterval(timer);
    expect(counts).toEqual({ stays: 3, gains: 1, loses: 0, without: 1_997 });
    expect(turns).toBeGreaterThan(10);
    expect(warned).toEqual([]);
    await expect(thread.ask('viewWhy', [stateOf(2), 'c1', NOON])).resolves.toMatchObject({ cluster: 'c1' });
  });

  it('gives the answer in place where there can be no thread, and says so once', async () => {
    thread = new EngineThread(log, { timers, worker: NO_THREAD });
    await expect(ask(2_001)).resolves.toMatchObject({ gains: 1 });
    await expect(ask(2_001)).resolves.toMatchObject({ gains: 1 });
    expect(warned).toEqual(['What-ifs on big fleets run in the main thread: their thread does not work']);
  });

  it('asks a filter that was added here, in place: it cannot be sent to a thread', async () => {
    thread = new EngineThread(log, { timers, worker: NO_THREAD });
    const nobody = { name: 'Nobody', prepare: () => ok(() => refuse('Nobody', 'nobody may be picked')) };
    const plugins = { ...defaultPlugins, filters: [...defaultPlugins.filters, nobody] };
    const scenarios = new Scenarios({ clock: { now: (): Instant => NOON }, timers, log, thread, plugins });
    const tried = await scenarios.whatIf(stateOf(2_001), {}, {});
    expect(tried).toMatchObject({ ok: true, value: { then: { found: 0 } } });
    expect(warned).toEqual([]);
  });

  it('is in place for a fleet that is not big', async () => {
    thread = new EngineThread(log, { timers, worker: NO_THREAD });
    await expect(ask(2_000)).resolves.toMatchObject({ gains: 1 });
    expect(warned).toEqual([]);
  });

  it.each<{ name: string; count: number; change: WhatIfChange; isBig: boolean }>([
    { name: 'with the clusters that the change adds', count: 1_000, change: adds(1_001), isBig: true },
    { name: 'but not with those that it edits', count: 2_000, change: edits(1), isBig: false },
    { name: 'once more for each constraint', count: 118, change: { policy: spreads(16) }, isBig: true },
    {
      name: 'also in a whole spec',
      count: 118,
      change: { spec: aPlacementSpec({ policy: spreads(16) }) },
      isBig: true,
    },
    { name: 'up to the limit', count: 117, change: { policy: spreads(16) }, isBig: false },
  ])('counts clusters, $name', async ({ count, change, isBig }) => {
    thread = new EngineThread(log, { timers, worker: NO_THREAD });
    const scenarios = new Scenarios({ clock: { now: (): Instant => NOON }, timers, log, thread });
    await expect(scenarios.whatIf(stateOf(count), change, {})).resolves.toMatchObject({ ok: true });
    expect(warned).toHaveLength(isBig ? 1 : 0);
  });
});

describe('a question that is too much', () => {
  const warned: string[] = [];
  const log = { ...silentLog, warn: (message: string) => warned.push(message) };
  let ports: ManualPorts;
  let thread: EngineThread;

  beforeEach(() => {
    warned.length = 0;
    ports = new ManualPorts();
  });
  afterEach(() => thread.stop());

  const why = (cluster: string) => thread.ask('viewWhy', [stateOf(2), cluster, NOON]);

  it('is given up after 30 seconds, and the next has its own thread', async () => {
    thread = new EngineThread(log, { timers: ports.timers, worker: READS_TYPESCRIPT });
    const [long, next] = [why('c1'), why('c2')];
    ports.advance(29_999);
    expect(await Promise.race([long, 'still thought about'])).toBe('still thought about');
    ports.advance(1);
    await expect(long).rejects.toMatchObject({
      name: 'ServiceUnavailableError',
      message: expect.stringMatching(/^The answer took too long and was given up after 30 seconds; try less/),
    });
    await expect(next).resolves.toMatchObject({ cluster: 'c2' });
    // Its time began when its turn came, and ended with its answer.
    ports.advance(60_000);
    await expect(why('c1')).resolves.toMatchObject({ cluster: 'c1' });
    expect(warned).toEqual([]);
  });

  it('is refused when eight wait', async () => {
    thread = new EngineThread(log, { timers: ports.timers, worker: READS_TYPESCRIPT });
    const asked = Array.from({ length: 9 }, () => why('c1'));
    await expect(why('c1')).rejects.toMatchObject({
      name: 'ServiceUnavailableError',
      message: '8 questions about big fleets are waiting for their answers already; ask again in a minute',
    });
    await expect(Promise.all(asked)).resolves.toHaveLength(9);
    await expect(why('c2')).resolves.toMatchObject({ cluster: 'c2' });
  });

  it('is forgotten where nobody waits for it any more, and takes no place', async () => {
    thread = new EngineThread(log, { timers: ports.timers, worker: READS_TYPESCRIPT });
    const whoever = new AbortController();
    const first = why('c1');
    const left = Array.from({ length: 8 }, () =>
      thread.ask('viewWhy', [stateOf(2), 'c1', NOON], whoever.signal).catch(String),
    );
    whoever.abort();
    const next = why('c2');
    expect(new Set(await Promise.all(left))).toEqual(new Set(['Error: whoever asked has gone']));
    await expect(first).resolves.toMatchObject({ cluster: 'c1' });
    await expect(next).resolves.toMatchObject({ cluster: 'c2' });
  });

  it('ends the thread that worked, not the process: it is not asked in place', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleetstage-thread-'));
    const fatal = join(folder, 'fatal.js');
    writeFileSync(fatal, ENDS_OVER_FATAL);
    const execArgv = [...READS_TYPESCRIPT.execArgv, '--require', fatal];
    thread = new EngineThread(log, { timers: ports.timers, worker: { execArgv } });
    const [first, second] = [why('fatal'), why('c2')];
    await expect(first).rejects.toMatchObject({
      name: 'ServiceUnavailableError',
      message: expect.stringMatching(/more memory than there is; try less/),
    });
    await expect(second).resolves.toMatchObject({ cluster: 'c2' });
    expect(warned).toEqual([
      'The thread for what-ifs on big fleets has ended; the next request starts a new one',
    ]);
    rmSync(folder, { recursive: true });
  });
});
