import * as common from '@fleetstage/backstage-plugin-fleetstage-common';
import { findSegmentFault, fixedCredentials, KubeClient } from '@fleetstage/kube-client';
import fc from 'fast-check';
import { draw, name, type Draw } from './names/drawNames';
import { findStray } from './names/findStray';
import { intendedOf, playDraw } from './names/playDraw';
import { PLANTED, RecordingCluster } from './names/RecordingCluster';

// `npm run test:fuzz` asks for all of them; the seed that a failure prints plays the same again: FUZZ_SEED=….
const COUNT = Number(process.env.FUZZ_NAMES ?? 500);
const SEED = process.env.FUZZ_SEED === undefined ? {} : { seed: Number(process.env.FUZZ_SEED) };
const LANES = 10;

let cluster: RecordingCluster;
const clients = new Map<string, KubeClient>();

beforeAll(async () => {
  cluster = await RecordingCluster.start();
  for (let i = 0; i < LANES; i += 1) newClient(`lane-${i}`);
});
afterAll(async () => {
  await Promise.all([...clients.values()].map(client => client.close()));
  await cluster?.stop();
});

/** A client remembers where a cluster serves a kind, and each draw has another cluster in mind. */
function newClient(lane: string): KubeClient {
  const client = new KubeClient({ server: cluster.lane(lane), credentials: fixedCredentials({}) });
  clients.set(lane, client);
  return client;
}

async function judge(drawn: Draw, lane: string): Promise<string[]> {
  cluster.reset(lane, drawn);
  const before = clients.get(lane)!;
  const client = drawn.plural === 'widgets' ? before : newClient(lane);
  if (client !== before) cluster.reset(lane, drawn);
  const out = await playDraw(client, drawn);
  if (client !== before) {
    await client.close();
    clients.set(lane, before);
  }
  const intended = intendedOf(drawn);
  const strays = cluster.pathsOf(lane).map(paths => {
    const faults = paths.map(path => findStray(path, { intended, plural: drawn.plural }));
    return faults.includes(undefined) ? undefined : faults[0];
  });
  const text = JSON.stringify(out) ?? '';
  const isRevealed = [PLANTED, Buffer.from(PLANTED).toString('base64')].some(planted =>
    text.includes(planted),
  );
  return [
    ...strays.filter(stray => stray !== undefined),
    ...(isRevealed ? [`a Secret is revealed: ${text}`] : []),
  ].map(problem => `${problem}, of ${JSON.stringify(drawn)}`);
}

it(`asks for what was meant and reveals nothing of a Secret, whatever ${COUNT} names, selectors, envelopes and references say`, async () => {
  const draws = fc.array(draw, { minLength: LANES, maxLength: LANES });
  const property = fc.asyncProperty(draws, async some => {
    const problems = await Promise.all(some.map((one, i) => judge(one, `lane-${i}`)));
    expect(problems.flat()).toEqual([]);
  });
  await fc.assert(property, {
    ...SEED,
    numRuns: Math.ceil(COUNT / LANES),
    interruptAfterTimeLimit: 900_000,
    markInterruptAsFailure: true,
  });
}, 960_000);

it("knows one rule for names, on the fleet's side and on the client's", () => {
  const isSame = fc.property(name, one => expect(common.findSegmentFault(one)).toBe(findSegmentFault(one)));
  fc.assert(isSame, { ...SEED, numRuns: COUNT });
});
