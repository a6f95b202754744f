import type { Locator } from 'playwright-core';
import { eventually } from '../eventually';
import { FLEET, NUMBERS } from './numbersOnPages';
import { restOf, type Rest } from './restOf';
import { sharedDemo } from './sharedDemo';
import { kubectl, PATIENCE_MS, signIn, title, type SignedIn } from './theBrowser';
import { CUT, makeTrouble } from './troubledFleet';

jest.setTimeout(120_000);

/** A page follows REST within its poll, and the hub what the engine knows; long enough where other suites have the cores. */
const AGREE_MS = 60_000;

const shared = sharedDemo(makeTrouble);

let rest: Rest;
let session: SignedIn;

beforeAll(async () => {
  const { demo, browser } = shared();
  rest = await restOf(demo);
  session = await signIn(browser, demo, 'guest', '/fleetstage/overview');
  await title(session.page, 'Fleet at a glance').waitFor();
}, PATIENCE_MS);

afterAll(async () => {
  await session?.context.close();
});

interface Condition {
  readonly type: string;
  readonly status: string;
}

interface StageOnHub {
  readonly stageName: string;
  readonly clusters: readonly { readonly conditions?: readonly Condition[] }[];
}

interface HubObject {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly stages?: readonly unknown[];
    readonly clusterResourceOverrideSnapshots?: readonly string[];
  };
  readonly status: {
    readonly conditions?: readonly Condition[];
    readonly placementStatuses?: readonly {
      readonly clusterName?: string;
      readonly conditions?: readonly Condition[];
    }[];
    readonly agentStatus?: readonly { readonly conditions?: readonly Condition[] }[];
    readonly stagesStatus?: readonly StageOnHub[];
  };
}

const listed = async (kind: string): Promise<HubObject[]> =>
  JSON.parse(await kubectl(shared().demo, 'hub', 'get', kind, '-o', 'json')).items;

const isTrue = (conditions: readonly Condition[] = [], type: string) =>
  conditions.some(one => one.type === type && one.status === 'True');

const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name).sort();
const namesOnHub = (items: readonly HubObject[]) => namesOf(items.map(({ metadata }) => metadata));

/** Page and REST are read until they agree. */
const agree = (what: string, at: Locator, says: (of: Rest) => Promise<readonly string[]>) =>
  eventually(
    what,
    async () => {
      const shown = (await at.first().innerText({ timeout: AGREE_MS })).replace(/\s+/g, ' ');
      const said = await says(rest);
      const missing = said.filter(one => !contains(shown, one));
      if (missing.length > 0)
        throw new Error(`By REST: ${said.join(' | ')}\nNot shown: ${missing.join(' | ')}\nShown: ${shown}`);
    },
    { timeoutMs: AGREE_MS, intervalMs: 500 },
  );

/** The words as a whole: 5 of 6 is not in 15 of 60. */
const contains = (shown: string, words: string) =>
  shown.split(words).some((before, i, parts) => {
    const after = parts[i + 1];
    return after !== undefined && !/\d[.,]?$/.test(before) && !/^[.,]?\d/.test(after);
  });

describe('numbers of a fleet with every kind of trouble', () => {
  it.each(NUMBERS.map(one => [one.path, one] as const))('on %s are those of REST', async (path, on) => {
    const { page } = session;
    await page.goto(`${shared().demo.ui}/fleetstage${path}`);
    if (on.title !== undefined) await title(page, on.title).waitFor();
    for (const { what, at, says } of on.parts) await agree(`${path}: ${what}`, at(page), says);
  });
});

const doneOf = ({ name, tally, total }: { name: string; tally: { done: number }; total: number }) => [
  name,
  tally.done,
  total,
];

const doneOnHub = ({ stageName, clusters }: StageOnHub) => [
  stageName,
  clusters.filter(({ conditions }) => isTrue(conditions, 'Succeeded')).length,
  clusters.length,
];

/** Placements that have a cluster in their status, and of them those that are available there. */
const onHubAt = (placements: readonly HubObject[], cluster: string) => {
  const here = placements.flatMap(({ status: { placementStatuses = [] } }) =>
    placementStatuses.filter(({ clusterName }) => clusterName === cluster),
  );
  return [cluster, here.length, here.filter(({ conditions }) => isTrue(conditions, 'Available')).length];
};

const pickedOnHub = ({ placementStatuses = [] }: HubObject['status']) =>
  placementStatuses.filter(({ clusterName }) => clusterName !== undefined && clusterName !== '').length;

const agreeOnHub = (what: string, check: () => Promise<void>) =>
  eventually(what, check, { timeoutMs: AGREE_MS, intervalMs: 500 });

describe('numbers of REST are those of the hub', () => {
  it('and there is nothing but what the table walks', async () => {
    expect(namesOf((await rest('/clusters')).items)).toEqual(FLEET.clusters);
    expect(namesOf((await rest('/placements')).items)).toEqual(FLEET.placements);
    expect(namesOf((await rest('/runs')).items)).toEqual(FLEET.runs);
    expect(namesOnHub(await listed('memberclusters'))).toEqual(FLEET.clusters);
    expect(namesOnHub(await listed('clusterresourceplacements'))).toEqual(FLEET.placements);
    expect(namesOnHub(await listed('clusterstagedupdateruns'))).toEqual(FLEET.runs);
    expect(namesOf((await rest('/overrides')).items)).toEqual(FLEET.overrides);
    expect(namesOnHub(await listed('clusterresourceoverrides'))).toEqual(FLEET.overrides);
    const strategies = await listed('clusterstagedupdatestrategies');
    expect(namesOf((await rest('/strategies')).items)).toEqual(namesOnHub(strategies));
  });

  it('for placements', () =>
    agreeOnHub('placements', async () => {
      const onHub = await listed('clusterresourceplacements');
      const having = (type: string) =>
        onHub.filter(({ status }) => isTrue(status.conditions, `ClusterResourcePlacement${type}`)).length;
      expect((await rest('/overview')).placements).toMatchObject({
        total: onHub.length,
        scheduled: having('Scheduled'),
        applied: having('Applied'),
        available: having('Available'),
      });
      for (const { metadata, status } of onHub) {
        const { placement } = await rest(`/placements/_/${metadata.name}`);
        const clusters = await rest(`/placements/_/${metadata.name}/clusters?decision=picked`);
        const counted = [placement.picked, placement.decided.picked, clusters.total];
        expect([metadata.name, ...counted]).toEqual([
          metadata.name,
          ...counted.map(() => pickedOnHub(status)),
        ]);
        const causes = placement.causes.reduce(
          (sum: number, one: { clusters: number }) => sum + one.clusters,
          0,
        );
        expect(placement.decided.picked + placement.decided.notPicked).toBe(causes);
      }
    }));

  it('for clusters, of which one that does not answer is not healthy whatever the hub had last', () =>
    agreeOnHub('clusters', async () => {
      const onHub = await listed('memberclusters');
      const healthy = onHub.filter(({ status: { agentStatus = [] } }) =>
        agentStatus.some(({ conditions }) => isTrue(conditions, 'Healthy')),
      );
      const { items, healthy: n, total } = await rest('/clusters');
      const { clusters } = await rest('/overview');
      const named = namesOnHub(healthy).filter(name => name !== CUT);
      expect([n, total, clusters.healthy, clusters.total]).toEqual([
        named.length,
        onHub.length,
        named.length,
        onHub.length,
      ]);
      expect(clusters.troubleTotal).toBe(total - n);
      const placements = await listed('clusterresourceplacements');
      for (const { name, ...listedAs } of items) {
        const { cluster } = await rest(`/clusters/${name}`);
        const counts = [name, cluster.placements, cluster.available];
        expect([name, listedAs.placements, listedAs.available]).toEqual(counts);
        expect([name, cluster.placementsHere.length, cluster.placements - cluster.notAvailable]).toEqual(
          counts,
        );
        expect(onHubAt(placements, name)).toEqual(counts);
      }
    }));

  it('for runs', () =>
    agreeOnHub('runs', async () => {
      const onHub = await listed('clusterstagedupdateruns');
      const open = onHub.filter(({ status }) => !isTrue(status.conditions, 'Succeeded'));
      expect((await rest('/overview')).runs.total).toBe(open.length);
      for (const { metadata, status } of onHub) {
        const { run } = await rest(`/runs/_/${metadata.name}`);
        const [{ tally, total }] = (await rest(`/runs?q=${metadata.name}`)).items;
        expect([tally, total]).toEqual([run.tally, run.total]);
        expect(run.pipeline.map(doneOf)).toEqual((status.stagesStatus ?? []).map(doneOnHub));
        expect([run.ifEnded.updated, run.ifEnded.total]).toEqual([run.tally.done, run.total]);
      }
    }));

  it('for overrides: a binding names the snapshots that it has, a placement where overriding failed', () =>
    agreeOnHub('overrides', async () => {
      const bindings = await listed('clusterresourcebindings');
      const placements = await listed('clusterresourceplacements');
      for (const name of FLEET.overrides) {
        const { uses } = await rest(`/overrides/_/${name}`);
        const [{ name: placement, clusters, failed }] = uses;
        const having = bindings.filter(({ spec }) =>
          spec.clusterResourceOverrideSnapshots?.some(one => one.startsWith(`${name}-`)),
        );
        const { status } = placements.find(({ metadata }) => metadata.name === placement) ?? placements[0];
        const failing = (status.placementStatuses ?? []).filter(({ conditions = [] }) =>
          conditions.some(one => one.type === 'Overridden' && one.status === 'False'),
        );
        expect([name, uses.length, clusters, failed]).toEqual([name, 1, having.length, failing.length]);
      }
    }));

  it('for strategies', async () => {
    const runs = await listed('clusterstagedupdateruns');
    const stages = new Map(
      (await listed('clusterstagedupdatestrategies')).map(({ metadata, spec }) => [
        metadata.name,
        spec.stages?.length,
      ]),
    );
    const { items } = await rest('/strategies');
    for (const { name, stages: named } of items)
      expect([name, named.length]).toEqual([name, stages.get(name)]);
    const sum = items.reduce((all: number, { runCount }: { runCount: number }) => all + runCount, 0);
    expect(sum).toBe(runs.length);
  });
});
