/**
 * What it costs that drift is seen: watches, memory and requests for each member that holds 300 objects of six kinds, the
 * engine idle. Each is compared with what the member costs without them.
 *
 *   npm run bench -- drift [--members 20] [--idle 120] [--json]
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { KubeObject } from '@fleetstage/kube-client';
import { startBenchFleet, type BenchFleet } from './benchFleet';
import { isPlacedOn, placement } from './benchObjects';
import { User } from './fleet/User';
import { isHeartbeat, isWatch, type RecordedRequest } from './recording';

const { values: flags } = parseArgs({
  options: {
    members: { type: 'string', default: '20' },
    idle: { type: 'string', default: '120' },
    json: { type: 'boolean', default: false },
  },
});

const NAME = 'shop';
const FILLING = 'x'.repeat(1024);
const COUNTS = { ConfigMap: 150, Secret: 50, ServiceAccount: 40, Service: 20, Deployment: 39 } as const;
const CONTENTS: Readonly<Record<keyof typeof COUNTS, object>> = {
  ConfigMap: { data: { filling: FILLING } },
  Secret: { data: { filling: Buffer.from(FILLING).toString('base64') } },
  ServiceAccount: {},
  Service: { spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } },
  Deployment: {
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image: 'example.invalid/web:1' }] },
      },
    },
  },
};

/** 299 of them, and their namespace. */
const objects = (): KubeObject[] => [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAME } },
  ...(Object.keys(COUNTS) as (keyof typeof COUNTS)[]).flatMap(kind =>
    Array.from({ length: COUNTS[kind] }, (_, i) => ({
      apiVersion: kind === 'Deployment' ? 'apps/v1' : 'v1',
      kind,
      metadata: { name: `${kind.toLowerCase()}-${i}`, namespace: NAME },
      ...CONTENTS[kind],
    })),
  ),
];

const ofMembers = (requests: readonly RecordedRequest[]) =>
  requests.filter(({ cluster }) => cluster !== 'hub');

async function measure({ engine, site, options }: BenchFleet) {
  const { memberCount } = options;
  const perMember = (count: number, digits = 1) => Number((count / memberCount).toFixed(digits));
  const before = await engine.heapBytes();
  await engine.clear();
  const user = new User(site.hub.client);
  await user.create([[...objects(), placement(NAME, 'RollingUpdate')]]);
  await user.waitFor([
    { kind: 'ClusterResourcePlacement', name: NAME, isDone: object => isPlacedOn(object, memberCount) },
  ]);
  await engine.untilQuiet();
  const placing = ofMembers((await engine.take()).requests);
  const after = await engine.heapBytes();
  await engine.clear();
  await new Promise(resolve => setTimeout(resolve, Number(flags.idle) * 1000));
  const idle = ofMembers((await engine.take()).requests);
  const perMinute = (requests: readonly RecordedRequest[]) =>
    perMember((60 * requests.length) / Number(flags.idle), 2);
  return {
    members: memberCount,
    objectsPerMember: objects().length,
    watchesPerMember: perMember(placing.filter(isWatch).length),
    requestsToPlacePerMember: perMember(placing.length),
    heapPerMemberKb: perMember((after - before) / 1024, 0),
    idlePerMinute: {
      probes: perMinute(idle.filter(isHeartbeat)),
      watchesOpenedAgain: perMinute(idle.filter(isWatch)),
      others: perMinute(idle.filter(one => !isHeartbeat(one) && !isWatch(one))),
    },
  };
}

async function main(): Promise<void> {
  process.stderr.write(
    `load ${loadavg()[0].toFixed(1)}; starting ${flags.members} clusters and the engine\n`,
  );
  const fleet = await startBenchFleet({
    fleet: 'embedded',
    memberCount: Number(flags.members),
    repetitions: 1,
    settleMs: 0,
    pace: 0.001,
  });
  try {
    const result = await measure(fleet);
    const text = flags.json ? { benchmark: 'drift', ...result } : result;
    process.stdout.write(`${JSON.stringify(text, null, 2)}\n`);
  } finally {
    await fleet.stop();
  }
}

main().then(
  () => process.exit(0),
  error => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  },
);
