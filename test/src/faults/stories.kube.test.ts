import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAuditLog } from '../controlPlane/readAuditLog';
import { startEmbedded, type EmbeddedProcess } from '../embedded/startEmbedded';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith } from '../engine/fleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { FAULT_STORIES, PASSING_MEETINGS, PATIENCE_MS, type FaultStory } from './faultStories';
import { timelessTokens, withAgents, type MemberAgent } from '../story/memberAgents';
import { countMet, governFaults, type FaultControl } from './governFaults';
import { approval, contentYaml, runYaml, STRATEGY } from './stagedStory';

const MEMBERS = ['member-1', 'member-2', 'member-3'];
const HOOK_MS = 120_000;
/** An absence takes time to see: long enough for a probe of each member. */
const QUIET_MS = 7_000;
const IMAGE = 'registry.example/web:v7';

let folder: string;
let fleet: EmbeddedProcess & { readonly agents: readonly MemberAgent[] };
let engine: EngineProcess;
let control: FaultControl;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetstage-faults-'));
  // A clock that is wrong by an hour makes tokens of service accounts void.
  const tokens = timelessTokens(MEMBERS);
  const { users } = tokens;
  const started = await startEmbedded({ members: MEMBERS, dataDir: folder, pace: 0.1, users });
  fleet = await withAgents(started, tokens);
  control = governFaults(fleet.kubeconfigPath, fleet.caPem);
  // A request that hangs is given up soon: the stories are about what comes then.
  engine = await startEngine(engineOn(fleet, { requestTimeoutMs: 4_000 }));
  const members = fleet.members.map(({ name }, index) => memberYaml(name, { stage: String(index + 1) }));
  await apply(fleet.hub, members.join('\n') + STRATEGY);
  // A run is of the clusters that have joined when it begins.
  for (const name of MEMBERS)
    await soonWithin(PATIENCE_MS)(`${name} has joined`, async () => {
      const { status } = await read(fleet.hub, 'membercluster', name);
      expect(conditionsOf(status).Joined).toMatch(/^True/);
    });
}, HOOK_MS);

afterAll(async () => {
  await engine?.stop();
  await fleet?.stop();
  await rm(folder, { recursive: true, force: true });
}, HOOK_MS);

type Soon = ReturnType<typeof soonWith>;

const soonWithin = (patienceMs: number) => soonWith(() => engine, patienceMs, fleet.agents);

const isOn = (soon: Soon, name: string, index: number) =>
  soon(`${name} is on ${fleet.members[index].name}`, () =>
    read(fleet.members[index], 'deployment', 'web', name),
  );

/** From the placement to the end of its run. @returns how often a fault was met */
async function play({ name, faults, order, passing }: FaultStory, soon: Soon): Promise<number> {
  if (faults) await control.set(faults);
  await apply(fleet.hub, contentYaml(name, IMAGE));
  const index = await soon('all that is placed is in a snapshot', async () => {
    const { status } = await read(fleet.hub, 'crp', name);
    const kinds = (status?.selectedResources ?? []).map(({ kind }: { readonly kind: string }) => kind);
    expect(kinds.sort()).toEqual(['ConfigMap', 'Deployment', 'Namespace']);
    return status.observedResourceIndex;
  });
  await apply(fleet.hub, runYaml(name, index));
  await isOn(soon, name, 0);
  if (order) await control.order(order);
  let met = 0;
  if (passing) {
    await control.set(passing);
    met = await soon('the fault has met enough', async () => {
      const count = countMet(await control.report());
      expect(count).toBeGreaterThanOrEqual(PASSING_MEETINGS);
      return count;
    });
    await control.clear();
  }
  const request = `${name}-second`;
  await soon('it is approved', async () => {
    await read(fleet.hub, 'careq', request);
    await fleet.hub.kubectl(approval(request, new Date().toISOString()));
  });
  await soon('the run has succeeded', async () => {
    const { status } = await read(fleet.hub, 'csur', name);
    expect(conditionsOf(status)).toMatchObject({ Succeeded: 'True/UpdateRunSucceeded' });
  });
  return met + countMet(await control.report());
}

/** Faults that requests come upon; a clock that is wrong is no such one, and an order leaves none. */
const isMet = ({ faults, passing }: FaultStory) =>
  [faults, passing].some(plan =>
    Object.values(plan ?? {}).some(list => list.some(({ type }) => type !== 'clock')),
  );

it.each(FAULT_STORIES.map(story => [story.name, story] as const))(
  'a staged run ends well: %s',
  async (name, story) => {
    const soon = soonWithin(story.patienceMs ?? PATIENCE_MS);
    try {
      const met = await play(story, soon);
      if (isMet(story)) expect(met).toBeGreaterThan(0);
      for (const [index, member] of fleet.members.entries()) {
        await isOn(soon, name, index);
        const deployment = await read(member, 'deployment', 'web', name);
        expect(deployment.spec.template.spec.containers[0].image).toBe(IMAGE);
        expect((await read(member, 'configmap', 'settings', name)).data).toEqual({ image: IMAGE });
      }
    } finally {
      await control.clear();
    }
    await soon('the placement says so', async () => {
      const { status } = await read(fleet.hub, 'crp', name);
      expect(conditionsOf(status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
    });
  },
  6 * PATIENCE_MS,
);

/** Writes of the engine and of agents that are no heartbeats, as `cluster verb path`. */
async function writesSince(sinceMs: number): Promise<string[]> {
  const found: string[] = [];
  for (const { name, auditLogPath } of [fleet.hub, ...fleet.members])
    for await (const { userAgent, requestReceivedTimestamp, verb, requestURI } of readAuditLog(
      auditLogPath,
    )) {
      const isOurs = userAgent === 'fleetstage' && Date.parse(requestReceivedTimestamp) >= sinceMs;
      if (isOurs && !/memberclusters\/[^/]+\/status/.test(requestURI))
        found.push(`${name} ${verb} ${requestURI}`);
    }
  return found;
}

it(
  'is quiet when all is mended',
  async () => {
    await soonWithin(PATIENCE_MS)('nothing is written any more', async () => {
      const sinceMs = Date.now();
      await new Promise(done => setTimeout(done, QUIET_MS));
      expect(await writesSince(sinceMs)).toEqual([]);
    });
  },
  2 * PATIENCE_MS,
);
