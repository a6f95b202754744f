import { startAskableChild } from '../bench/childProcess';
import { repoPath } from '../crds/repoPath';
import { eventually } from '../eventually';
import type { ClientAnswer, ClientQuestion } from './hungHubClient';
import { startEmbedded, type EmbeddedProcess } from './startEmbedded';

const HOOK_MS = 90_000;
const TEST_MS = 60_000;

let fleet: EmbeddedProcess;
let client: Awaited<ReturnType<typeof startAskableChild<ClientQuestion, ClientAnswer>>>;

beforeAll(async () => {
  fleet = await startEmbedded({ members: 0 });
  const main = repoPath('test/src/embedded/hungHubClient.ts');
  client = await startAskableChild<ClientQuestion, ClientAnswer>(main, [fleet.kubeconfigPath]);
}, HOOK_MS);

afterAll(async () => {
  client?.kill('SIGKILL');
  await fleet?.stop();
}, HOOK_MS);

it.each([
  ['more than a connection takes unread', { count: 4, bytes: 400_000 }],
  ['little, again and again', { count: 60, bytes: 3_000 }],
])(
  'writes again after the hub hung and the client had given up writes of %s',
  async (_, size) => {
    const { hub } = fleet;
    hub.freeze();
    // The order goes to the fleet's own process; until that has read it, writes are answered.
    await eventually('the hub is silent', async () =>
      expect(await client.ask({ count: 1, bytes: 100, timeoutMs: 500 })).toEqual({ written: 0 }),
    );
    expect(await client.ask({ ...size, timeoutMs: 1_000 })).toEqual({ written: 0 });
    hub.thaw();
    expect(await client.ask({ ...size, timeoutMs: 20_000 })).toEqual({ written: size.count });
  },
  TEST_MS,
);
