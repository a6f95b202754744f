import { ok, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { defaultPlugins, refuse, type PlacementState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  aPlacement,
  aPlacementSpec,
  aPlacementState,
  clusters,
  NOON,
  pickN,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { silentLog } from '../../observe/log';
import { EngineThread } from './EngineThread';
import { Scenarios } from './Scenarios';

jest.setTimeout(60_000);

/** Sources are TypeScript here, JavaScript where they are installed. */
const READS_TYPESCRIPT = {
  execArgv: ['--require', require.resolve('@backstage/cli/config/nodeTransform.cjs')],
};

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

  beforeEach(() => {
    warned.length = 0;
  });
  afterEach(() => thread.stop());

  const ask = async (count: number) => {
    const plugins = { filters: [...defaultPlugins.filters], scores: [...defaultPlugins.scores] };
    const scenarios = new Scenarios({ clock: { now: (): Instant => NOON }, log, thread, plugins });
    const tried = await scenarios.whatIf(stateOf(count), { policy: pickN(4) }, {});
    return tried.ok ? tried.value.counts : tried.error;
  };

  it('goes on in a thread while everybody else is served', async () => {
    thread = new EngineThread(log, READS_TYPESCRIPT);
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
    thread = new EngineThread(log, { execArgv: ['--require', '/no/such/file.js'] });
    await expect(ask(2_001)).resolves.toMatchObject({ gains: 1 });
    await expect(ask(2_001)).resolves.toMatchObject({ gains: 1 });
    expect(warned).toEqual(['What-ifs on big fleets are decided in place: their thread does not work']);
  });

  it('asks a filter that was added here, in place: it cannot be sent to a thread', async () => {
    thread = new EngineThread(log, { execArgv: ['--require', '/no/such/file.js'] });
    const nobody = { name: 'Nobody', prepare: () => ok(() => refuse('Nobody', 'nobody may be picked')) };
    const plugins = { ...defaultPlugins, filters: [...defaultPlugins.filters, nobody] };
    const scenarios = new Scenarios({ clock: { now: (): Instant => NOON }, log, thread, plugins });
    const tried = await scenarios.whatIf(stateOf(2_001), {}, {});
    expect(tried).toMatchObject({ ok: true, value: { then: { found: 0 } } });
    expect(warned).toEqual([]);
  });

  it('is in place for a fleet that is not big', async () => {
    thread = new EngineThread(log, { execArgv: ['--require', '/no/such/file.js'] });
    await expect(ask(2_000)).resolves.toMatchObject({ gains: 1 });
    expect(warned).toEqual([]);
  });
});
