import { createServer, connect, type Server } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { readAuditLog } from '../controlPlane/readAuditLog';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { startBackend, type BackendProcess } from '../story/startBackend';
import { eventually } from '../eventually';
import { applyYaml, exists, joinMembers, paths, workloadYaml } from '../story/hub';

jest.setTimeout(120_000);

const SLOW = 'member-6';
const NAMES = [1, 2, 3, 4, 5, 6].map(n => `member-${n}`);
/** Rounds of one series; a noisy machine may take up to three series until the figures are steady. */
const MEASURED_ROUNDS = Number(process.env.SLOW_ROUNDS ?? 0);
const SERIES = 3;
/** Late answers; nobody who waits for one is done before. */
const LATE_MS = 30_000;

let fleet: Fleet;
let hub: FleetCluster;
let engine: BackendProcess;
let proxy: DelayProxy;

/** A proxy of one API server; once slow, it passes every byte of an answer on later. */
interface DelayProxy {
  readonly port: number;
  delayMs: number;
  close(): void;
}

function startProxy(target: URL): Promise<DelayProxy> {
  const state: { delayMs: number } = { delayMs: 0 };
  const server: Server = createServer(client => {
    const upstream = connect(Number(target.port), target.hostname);
    client.pipe(upstream);
    upstream.on('data', chunk => {
      if (state.delayMs === 0) client.write(chunk);
      else setTimeout(() => client.writable && client.write(chunk), state.delayMs).unref();
    });
    for (const [a, b] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      a.on('close', () => b.destroy());
      a.on('error', () => b.destroy());
    }
  });
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(
        Object.assign(state, {
          port: address !== null && typeof address === 'object' ? address.port : 0,
          close: () => server.close(),
        }),
      );
    });
  });
}

beforeAll(async () => {
  fleet = await startFleet({ members: NAMES });
  hub = fleet.hub;
  const { url } = fleet.members[5];
  const slow = new URL(url);
  proxy = await startProxy(slow);
  const through = `${fleet.kubeconfigPath}.proxied`;
  writeFileSync(
    through,
    readFileSync(fleet.kubeconfigPath, 'utf8').replaceAll(
      url,
      url.replace(slow.host, `${slow.hostname}:${proxy.port}`),
    ),
  );
  engine = await startBackend({
    fleet: { kubeconfigPath: through, members: fleet.members },
    // The pace is what is measured here, so it is the one that users have.
    settings: { capture: {} },
  });
  await joinMembers(
    hub,
    NAMES.map(name => ({ name })),
  );
}, FLEET_HOOK_MS);

afterAll(async () => {
  proxy?.close();
  fleet?.members[5].thaw();
  await engine?.stop();
  await fleet?.stop();
}, 60_000);

/** Milliseconds from the placement's creation to the Deployment's write, for each member but the slow one. */
async function placeOnce(name: string): Promise<number[]> {
  await applyYaml(hub, workloadYaml(name));
  const createdAt = Date.now();
  await applyYaml(
    hub,
    JSON.stringify({
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterResourcePlacement',
      metadata: { name },
      spec: {
        resourceSelectors: [{ group: '', kind: 'Namespace', version: 'v1', name }],
        policy: { placementType: 'PickAll' },
      },
    }),
  );
  const others = fleet.members.filter(member => member.name !== SLOW);
  await eventually(`${name} is on the others`, async () => {
    for (const member of others) expect(await exists(member, paths.deployment(name, 'web'))).toBe(true);
  });
  return Promise.all(others.map(async member => (await writtenAt(member, name)) - createdAt));
}

async function writtenAt(member: FleetCluster, namespace: string): Promise<number> {
  for await (const event of readAuditLog(member.auditLogPath)) {
    const { objectRef } = event;
    if (
      objectRef?.resource === 'deployments' &&
      objectRef.namespace === namespace &&
      objectRef.subresource === undefined
    ) {
      return Date.parse(event.stageTimestamp);
    }
  }
  throw new Error(`no write of the Deployment in ${namespace} on ${member.name}`);
}

const p90 = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.9)];

const isAlike = ({ without, withSlow }: { without: number; withSlow: number }) => withSlow < without * 1.2;

const catchesUp = (name: string) =>
  eventually(
    'the slow member has caught up',
    async () => expect(await exists(fleet.members[5], paths.deployment(name, 'web'))).toBe(true),
    { timeoutMs: 120_000 },
  );

interface Slowness {
  readonly id: string;
  slow(): void;
  fast(): void;
}

/** @returns whether the p90 of the others changes by less than 20 % in one of the series */
async function isAsFast({ id, slow, fast }: Slowness): Promise<boolean> {
  // Other work on the machine falls into one series and not into the next; a member that holds the others up, into all.
  for (let series = 0; series < SERIES; series++) {
    const [without, withSlow]: [number[], number[]] = [[], []];
    const round = (how: string, n: number) => placeOnce(`${id}-${how}-${series}-${n}`);
    for (let n = 0; n < MEASURED_ROUNDS; n++) without.push(...(await round('base', n)));
    slow();
    for (let n = 0; n < MEASURED_ROUNDS; n++) withSlow.push(...(await round('slow', n)));
    fast();
    const found = { without: p90(without), withSlow: p90(withSlow) };
    process.stdout.write(`${id}: p90 ${found.without} ms without, ${found.withSlow} ms with\n`);
    if (isAlike(found)) return true;
    // What the slow member has to make up for would burden the next series' rounds without it.
    await catchesUp(`${id}-slow-${series}-${MEASURED_ROUNDS - 1}`);
  }
  return false;
}

describe('one of six members is slow', () => {
  const kinds = [
    { kind: 'answers late', slow: () => (proxy.delayMs = LATE_MS), fast: () => (proxy.delayMs = 0) },
    { kind: 'answers nothing', slow: () => fleet.members[5].freeze(), fast: () => fleet.members[5].thaw() },
  ];

  it.each(kinds)('$kind: the others do not wait for it', async ({ kind, slow, fast }) => {
    const id = kind.replace(' ', '-');
    slow();
    // The second finds the connections to the slow member taken by the first.
    const [first, second] = [`${id}-first`, `${id}-second`];
    const took = [...(await placeOnce(first)), ...(await placeOnce(second))];
    fast();
    expect(Math.max(...took)).toBeLessThan(LATE_MS / 2);
    await catchesUp(first);
    await catchesUp(second);
  });

  if (MEASURED_ROUNDS > 0)
    it.each(kinds)(
      '$kind: the p90 of the others changes by less than 20 %',
      async ({ kind, slow, fast }) => {
        expect(await isAsFast({ id: `${kind.replace(' ', '-')}-measured`, slow, fast })).toBe(true);
      },
      600_000,
    );
});
