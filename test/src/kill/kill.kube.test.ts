import type { Knex } from 'knex';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { startBackend, type BackendProcess } from '../story/startBackend';
import { eventually } from '../eventually';
import { applyYaml, expectCondition, joinMembers, paths, read, waitForRun, workloadYaml } from '../story/hub';
import { repeatedWrites, specWrites } from './auditWrites';
import { postgresDatabase, postgresServer, sqliteDatabase, type StoryDatabase } from './databases';

jest.setTimeout(120_000);

const KILLS = Number(process.env.KILLS ?? 50);
/** These starts are the full Backstage backend, as a user starts it. */
const FULL_STARTS = new Set([10, 25, 40]);
const NAMESPACE = 'kill-ns';
const STAGES = ['staging', 'canary', 'production'];

const postgres = postgresServer();

/** Moments are drawn from a seed, printed with the failure by the test's name. */
const seed = Number(process.env.KILL_SEED ?? Date.now() % 100_000);
function random(from: number): () => number {
  let state = from;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const placement = JSON.stringify({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'kill' },
  spec: {
    resourceSelectors: [{ group: '', kind: 'Namespace', version: 'v1', name: NAMESPACE }],
    policy: { placementType: 'PickAll' },
    strategy: { type: 'External' },
  },
});

const strategy = JSON.stringify({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterStagedUpdateStrategy',
  metadata: { name: 'kill-strategy' },
  spec: {
    stages: STAGES.map(name => ({
      name,
      labelSelector: { matchLabels: { environment: name } },
      afterStageTasks: [{ type: 'Approval' }, { type: 'TimedWait', waitTime: '1s' }],
    })),
  },
});

const run = (name: string, index: number) =>
  JSON.stringify({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterStagedUpdateRun',
    metadata: { name },
    spec: {
      placementName: 'kill',
      resourceSnapshotIndex: String(index),
      stagedRolloutStrategyName: 'kill-strategy',
    },
  });

/** Approves every request as soon as it is there, whoever is alive. */
function startApprover(hub: FleetCluster) {
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      const { items } = await read(
        hub,
        '/apis/placement.kubernetes-fleet.io/v1beta1/clusterapprovalrequests',
      ).catch(() => ({ items: [] }));
      for (const item of items) {
        if (item.status?.conditions?.some((c: any) => c.type === 'Approved')) continue;
        const condition = {
          type: 'Approved',
          status: 'True',
          reason: 'lgtm',
          message: 'lgtm',
          lastTransitionTime: new Date().toISOString().replace(/\.\d+Z/, 'Z'),
          observedGeneration: item.metadata.generation,
        };
        await hub.kubectl(
          [
            'patch',
            'careq',
            item.metadata.name,
            '--type=merge',
            '--subresource=status',
            '-p',
            JSON.stringify({ status: { conditions: [condition] } }),
          ],
          { allowFailure: true },
        );
      }
      await new Promise(resolve => setTimeout(resolve, 200));
    }
  })();
  return async () => {
    isStopped = true;
    await loop;
  };
}

/** What must come out the same, with or without kills: everything but times and the names and numbers of the run. */
const endState = (object: any, name: string, index: number) =>
  JSON.parse(
    JSON.stringify(object.status, (key, value) => (/Time$/.test(key) ? undefined : value))
      .replaceAll(name, 'RUN')
      .replaceAll(`resourceSnapshotIndex: ${index}`, 'resourceSnapshotIndex: N')
      .replaceAll(`"${index}"`, '"N"'),
  );

interface StartedRun {
  readonly name: string;
  /** Of the snapshot that it brings. */
  readonly index: number;
}

interface Ends {
  readonly run: unknown;
  readonly placement: unknown;
}

describe.each([
  { name: 'SQLite', make: sqliteDatabase },
  ...(postgres === undefined ? [] : [{ name: 'PostgreSQL', make: () => postgresDatabase(postgres) }]),
])(
  `SIGKILL at ${KILLS} random moments of a run, on $name (seed ${seed})`,
  ({ make }) => {
    let fleet: Fleet;
    let hub: FleetCluster;
    let story: StoryDatabase;
    let knex: Knex;
    let engine: BackendProcess | undefined;
    let stopApprover: () => Promise<void>;
    let uninterrupted: Ends;
    const killedRuns: string[] = [];

    const start = async (as: 'lean' | 'backstage' = 'lean') => {
      engine = await startBackend({ fleet, storage: story.storage, as });
    };

    /**
     * New content, its snapshot, and a run of it. The content is two objects: a capture between them, as one after a start
     * may be, makes a separate snapshot, so the test searches the one that holds both.
     */
    async function startRun(number: number): Promise<StartedRun> {
      const name = `run-${number}`;
      const image = `web:v${number}`;
      await applyYaml(hub, workloadYaml(NAMESPACE, { image: `registry.example/${image}` }));
      const index = await eventually(
        `a snapshot of ${image} is there`,
        async () => {
          const { items } = await read(hub, paths.resourceSnapshots());
          const whole = items.find((item: any) => {
            const images = new Set(JSON.stringify(item.spec).match(/web:v\d+/g));
            return images.size === 1 && images.has(image);
          });
          expect(whole?.metadata.name).toMatch(/^kill-\d+-snapshot$/);
          return Number(/\d+/.exec(whole.metadata.name)![0]);
        },
        { timeoutMs: 60_000 },
      );
      await applyYaml(hub, run(name, index));
      return { name, index };
    }

    async function readEnds({ name, index }: StartedRun): Promise<Ends> {
      await waitForRun(hub, name, { timeoutMs: 120_000 });
      return eventually('the placement is available', async () => {
        const object = await read(hub, paths.placement('kill'));
        expectCondition(object, 'ClusterResourcePlacementAvailable', 'True');
        return {
          run: endState(await read(hub, paths.run(name)), name, index),
          placement: endState(object, name, index),
        };
      });
    }

    beforeAll(async () => {
      story = make();
      await story.create();
      fleet = await startFleet({ members: ['member-1', 'member-2', 'member-3'] });
      hub = fleet.hub;
      await start();
      await joinMembers(
        hub,
        STAGES.map((environment, i) => ({ name: `member-${i + 1}`, labels: { environment } })),
      );
      await applyYaml(hub, workloadYaml(NAMESPACE, { image: 'registry.example/web:v0' }));
      await applyYaml(hub, placement);
      await applyYaml(hub, strategy);
      stopApprover = startApprover(hub);
      knex = story.open();
    }, FLEET_HOOK_MS);

    afterAll(async () => {
      await stopApprover?.();
      await engine?.stop();
      await knex?.destroy();
      await fleet?.stop();
      await story?.drop();
    }, 60_000);

    it('ends an uninterrupted run, to compare with', async () => {
      await readEnds(await startRun(0));
      uninterrupted = await readEnds(await startRun(1));
    }, 180_000);

    it('ends every killed run in the same state', async () => {
      const draw = random(seed);
      let kills = 0;
      for (let index = 2; kills < KILLS; index++) {
        const started = await startRun(index);
        const { name } = started;
        killedRuns.push(name);
        while (kills < KILLS) {
          await new Promise(resolve => setTimeout(resolve, draw() * 900));
          const { status } = await read(hub, paths.run(name));
          if (status?.conditions?.some((c: any) => c.type === 'Succeeded')) break;
          kills += 1;
          const { agents = [] } = fleet;
          // Each second kill is of an agent, where there are agents.
          const agent = kills % 2 === 0 ? agents[Math.floor(draw() * agents.length)] : undefined;
          await (agent ?? engine!).kill();
          if (agent) agent.start();
          else await start(FULL_STARTS.has(kills) ? 'backstage' : 'lean');
        }
        expect(await readEnds(started)).toEqual(uninterrupted);
      }
    }, 900_000);

    it('wrote each object of each revision at most once per cluster', async () => {
      for (const member of fleet.members)
        expect(repeatedWrites(await specWrites(member, NAMESPACE))).toEqual([]);
    });

    it('wrote nothing of a stage before its gate had its row', async () => {
      for (const name of killedRuns) {
        const index = name.replace('run-', '');
        const rows = await knex('timeline').where({
          subject_kind: 'ClusterStagedUpdateRun',
          subject_name: name,
        });
        for (const [i, stage] of STAGES.entries()) {
          const writes = (await specWrites(fleet.members[i], NAMESPACE)).filter(w =>
            JSON.stringify(w.body).includes(`web:v${index}`),
          );
          expect({ name, stage, isWritten: writes.length > 0 }).toEqual({ name, stage, isWritten: true });
          if (i === 0) continue;
          const gate = rows.find(row => row.event === 'stageSucceeded' && row.stage === STAGES[i - 1]);
          expect(gate).toBeDefined();
          const first = Math.min(...writes.map(w => w.atMs));
          expect({ stage, first, afterGate: first >= Number(gate?.at) }).toEqual({
            stage,
            first,
            afterGate: true,
          });
        }
      }
    });
  },
  60_000,
);

if (postgres === undefined) {
  describe('SIGKILL on PostgreSQL', () => {
    // Reported as a skip, so that CI fails where the server is missing.
    // eslint-disable-next-line jest/no-disabled-tests
    it.skip('needs a PostgreSQL server (BACKSTAGE_TEST_DATABASE_POSTGRES…_CONNECTION_STRING)', () => {});
  });
}
