import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestFleet, type TestFleet } from '../__testUtils__/testFleet';
import { readListenAddress } from './listenAddress';
import type { EmbeddedFleetOptions } from '../fleet';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-kube-credentials-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function run<T>(options: Partial<EmbeddedFleetOptions>, check: (test: TestFleet) => Promise<T> | T) {
  const test = await startTestFleet({ dataDir, ...options });
  try {
    return await check(test);
  } finally {
    await test.stop();
  }
}

const secretsOf = ({ fleet }: TestFleet) => ({
  ca: fleet.caPem,
  tokens: fleet.clusters.map(({ token }) => token),
});
const OUTSIDE = '0.0.0.0';
const NAMESPACES = '/api/v1/namespaces';

it('are kept with the data, and go nowhere but loopback', async () => {
  const first = await run({}, secretsOf);
  expect(await run({}, secretsOf)).toEqual(first);
  await expect(run({ host: OUTSIDE }, secretsOf)).rejects.toThrow('start once with --credentials new');
});

it('go out once they are made for it, and the objects stay', async () => {
  const body = { metadata: { name: 'kept' } };
  const first = await run({}, async test => {
    await test.call('POST', NAMESPACES, { body });
    return secretsOf(test);
  });
  const second = await run({ host: OUTSIDE, renewsCredentials: true }, async test => {
    expect((await test.call('GET', `${NAMESPACES}/kept`)).code).toBe(200);
    expect((await test.call('GET', NAMESPACES, { token: `Bearer ${first.tokens[0]}` })).code).toBe(401);
    return secretsOf(test);
  });
  expect(second.ca).not.toBe(first.ca);
  expect(second.tokens.filter(token => first.tokens.includes(token))).toEqual([]);
  // From now on they may, and loopback takes them as well.
  expect(await run({ host: OUTSIDE }, secretsOf)).toEqual(second);
  expect(await run({}, secretsOf)).toEqual(second);
});

it('go out when the data is new, under an address that the certificate and the kubeconfig name', async () => {
  await run({ host: OUTSIDE }, async ({ call, fleet }) => {
    const { advertised } = readListenAddress(OUTSIDE);
    expect(new URL(fleet.url).hostname).toBe(advertised);
    expect(fleet.kubeconfig).toContain(`server: ${fleet.url}/clusters/hub`);
    // The client checks the certificate against that name.
    expect((await call('GET', NAMESPACES)).code).toBe(200);
  });
});

it('of a fleet in memory are new each time', async () => {
  await run({ dataDir: undefined, host: OUTSIDE }, ({ fleet }) => expect(fleet.clusters).not.toEqual([]));
});

it('are no words that can be guessed', async () => {
  const users = [{ name: 'ann', token: 'letmein' }];
  await expect(run({ host: OUTSIDE, users }, secretsOf)).rejects.toThrow(
    'the token of user "ann" has fewer than 16 characters',
  );
  await run({ users }, test => expect(test.fleet.url).toContain('127.0.0.1'));
});
