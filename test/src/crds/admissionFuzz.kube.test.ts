import { startEmbeddedFleet, type EmbeddedFleet } from '@fleetstage/embedded-kube';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { AskServer } from './askServer.testing';
import { installDefinitions } from './installDefinitions.testing';
import { playAdmissionFuzz } from './playAdmissionFuzz.testing';

// Always the same objects, as what two servers say of wild ones may differ in a word; FUZZ_SEED=… draws others.
const COUNT = Number(process.env.FUZZ ?? 2_000);
const seed = Number(process.env.FUZZ_SEED ?? 1);

let fleet: Fleet;
let embedded: EmbeddedFleet;
const servers: AskServer[] = [];

beforeAll(async () => {
  fleet = await startFleet({ members: [] });
  embedded = await startEmbeddedFleet({ members: 0, log: { info: () => {}, error: () => {} } });
  const { url, caPem, adminToken } = fleet.hub;
  servers.push(
    new AskServer({ url, caPem, token: adminToken }),
    new AskServer({
      url: `${embedded.url}/clusters/hub`,
      caPem: embedded.caPem,
      token: embedded.token('hub'),
    }),
  );
  for (const server of servers) await installDefinitions(server);
}, FLEET_HOOK_MS);

afterAll(async () => {
  for (const server of servers) server.close();
  await embedded?.stop();
  await fleet?.stop();
}, FLEET_HOOK_MS);

it(`an API server says of ${COUNT} drawn objects (seed ${seed}) what the embedded one says`, async () => {
  const { problems } = await playAdmissionFuzz(servers[0], { seed, count: COUNT, beside: servers[1] });
  expect(problems).toEqual([]);
}, 600_000);
