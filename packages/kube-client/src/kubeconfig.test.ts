import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { tokenFileCredentials } from './credentials';
import { parseKubeconfig, readKubeconfig } from './kubeconfig';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kubeconfig-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const base64 = (text: string) => Buffer.from(text).toString('base64');
const config = (user: unknown, cluster: object = {}) =>
  stringify({
    'current-context': 'one',
    'contexts': [
      { name: 'one', context: { cluster: 'c', user: 'u' } },
      { name: 'two', context: { cluster: 'd', user: 'nobody' } },
    ],
    'clusters': [
      { name: 'c', cluster: { server: 'https://one:6443/clusters/x/', ...cluster } },
      { name: 'd', cluster: { server: 'https://two' } },
    ],
    'users': [{ name: 'u', user }],
  });

it('reads server, authority and token of the current context', async () => {
  const text = config({ token: 't' }, { 'certificate-authority-data': base64('CA'), 'tls-server-name': 'n' });
  const { credentials, fingerprint, ...endpoint } = await parseKubeconfig(text);
  expect(fingerprint).toBe((await parseKubeconfig(text)).fingerprint);
  expect(fingerprint).not.toBe((await parseKubeconfig(config({ token: 'other' }))).fingerprint);
  expect(endpoint).toEqual({ server: 'https://one:6443/clusters/x', ca: 'CA', serverName: 'n' });
  await expect(credentials.read()).resolves.toEqual({ authorization: 'Bearer t' });
});

it('reads another context; a user without an entry is anonymous', async () => {
  const { server, credentials } = await parseKubeconfig(config({}), { context: 'two' });
  expect(server).toBe('https://two');
  await expect(credentials.read()).resolves.toEqual({});
});

it('reads files relative to the kubeconfig', async () => {
  await writeFile(path.join(folder, 'ca.pem'), 'CA');
  await writeFile(path.join(folder, 'token'), 'from-file\n');
  await writeFile(path.join(folder, 'cert.pem'), 'CERT');
  const user = { 'tokenFile': 'token', 'client-certificate': 'cert.pem', 'client-key-data': base64('KEY') };
  await writeFile(path.join(folder, 'config'), config(user, { 'certificate-authority': 'ca.pem' }));
  const { ca, credentials } = await readKubeconfig(path.join(folder, 'config'));
  expect(ca).toBe('CA');
  await expect(credentials.read()).resolves.toEqual({
    authorization: 'Bearer from-file',
    clientCertificate: 'CERT',
    clientKey: 'KEY',
  });
});

it('reads a token file again after a minute, and at once after a refusal', async () => {
  const file = path.join(folder, 'rotated');
  await writeFile(file, 'first');
  let now = 0;
  const credentials = tokenFileCredentials(file, {}, () => now);
  const read = async () => (await credentials.read()).authorization;
  await expect(read()).resolves.toBe('Bearer first');
  await writeFile(file, 'second');
  now = 59_999;
  await expect(read()).resolves.toBe('Bearer first');
  now = 60_000;
  await expect(read()).resolves.toBe('Bearer second');
  await writeFile(file, 'third');
  credentials.expire();
  await expect(read()).resolves.toBe('Bearer third');
});

describe('exec plugins', () => {
  const plugin = (script: string, more: object = {}) =>
    config({
      exec: {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: process.execPath,
        args: ['-e', script],
        ...more,
      },
    });
  const print = (status: string) =>
    `console.log(JSON.stringify({ kind: 'ExecCredential', status: ${status} }))`;

  it('run with their environment and the cluster, when they ask for it', async () => {
    const script = print(
      '{ token: process.env.WHO + JSON.parse(process.env.KUBERNETES_EXEC_INFO).spec.cluster.server }',
    );
    const text = plugin(script, { env: [{ name: 'WHO', value: 'me@' }], provideClusterInfo: true });
    const { credentials } = await parseKubeconfig(text);
    await expect(credentials.read()).resolves.toEqual({
      authorization: 'Bearer me@https://one:6443/clusters/x/',
    });
  });

  it('see nothing of our environment but where programs and proxies are, and what is passed on', async () => {
    const names = ['FLEETSTAGE_ENCRYPTION_KEY', 'AWS_PROFILE', 'AWS_REGION', 'AWSOME', 'HTTPS_PROXY'];
    const before = names.map(name => process.env[name]);
    names.forEach(name => (process.env[name] = 'of ours'));
    try {
      const script = print("{ token: Object.keys(process.env).sort().join(' ') }");
      const seen = async (pluginEnvironment?: string[]) => {
        const { credentials } = await parseKubeconfig(plugin(script), { pluginEnvironment });
        const words = ((await credentials.read()).authorization ?? '').split(' ');
        return words.filter(word => [...names, 'PATH', 'KUBERNETES_EXEC_INFO'].includes(word));
      };
      expect(await seen()).toEqual(['HTTPS_PROXY', 'KUBERNETES_EXEC_INFO', 'PATH']);
      expect(await seen(['AWS_*'])).toEqual([
        'AWS_PROFILE',
        'AWS_REGION',
        'HTTPS_PROXY',
        'KUBERNETES_EXEC_INFO',
        'PATH',
      ]);
    } finally {
      names.forEach((name, i) => {
        if (before[i] === undefined) delete process.env[name];
        else process.env[name] = before[i];
      });
    }
  });

  it('may give a certificate', async () => {
    const { credentials } = await parseKubeconfig(
      plugin(print("{ clientCertificateData: 'C', clientKeyData: 'K' }")),
    );
    await expect(credentials.read()).resolves.toEqual({ clientCertificate: 'C', clientKey: 'K' });
  });

  it('fail with what they print and their hint', async () => {
    const text = plugin("console.error('please log in'); process.exit(1)", { installHint: 'get it there' });
    const { credentials } = await parseKubeconfig(text);
    await expect(credentials.read()).rejects.toThrow(/please log in \(get it there\)/);
  });
});

it.each([
  ['an unknown context', config({}), { context: 'three' }, 'there is no context "three"'],
  ['no context at all', 'apiVersion: v1', {}, 'no context is named'],
  ['a removed auth provider', config({ 'auth-provider': { name: 'gcp' } }), {}, 'use an exec plugin'],
])('refuses %s with a sentence', async (_, text, options, message) => {
  await expect(parseKubeconfig(text, options)).rejects.toThrow(message);
});
