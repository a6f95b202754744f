import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { besideSources } from '../besideSources';
import { runFaultsCommand } from './faultsCommand';
import { readServeArguments, UsageError } from './options';

const BIN = besideSources('../bin/embedded-kube');

let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-kube-command-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.map(gone));
  rmSync(folder, { recursive: true, force: true });
});

const gone = (child: ChildProcess) =>
  new Promise(done => ((child.exitCode ?? child.signalCode) === null ? child.once('exit', done) : done(0)));

function start(...args: string[]) {
  const child = spawn(process.execPath, ['--no-warnings', BIN, ...args], { cwd: folder });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said.err += chunk;
  });
  const closed = new Promise<number | null>(done => {
    child.once('close', done);
  });
  return { child, said, ended: async () => ({ code: await closed, ...said }) };
}

const run = (...args: string[]) => start(...args).ended();

const isPrivate = (file: string) => statSync(join(folder, file)).mode % 0o1000 === 0o600;

async function untilSaid({ said }: ReturnType<typeof start>, text: string) {
  const deadline = Date.now() + 30_000;
  while (!said.out.includes(text) && Date.now() < deadline) await new Promise(done => setTimeout(done, 50));
  expect(said.out + said.err).toContain(text);
}

it('shows people where the fleet is, and ends with its faults governed from outside', async () => {
  const fleet = start('--members', '2', '--data', 'fleet', '--kubeconfig', 'kubeconfig');
  await untilSaid(fleet, 'Ctrl-C ends it.');
  expect(fleet.said.out).toMatch(
    /^A hub and 2 members answer at https:\/\/127\.0\.0\.1:\d+, kept in fleet\n/,
  );
  expect(fleet.said.out).toContain('try         kubectl --kubeconfig kubeconfig --context member-2 get');
  expect([isPrivate('kubeconfig'), isPrivate('fleet/kubeconfig')]).toEqual([true, true]);

  const file = join(folder, 'faults.yaml');
  writeFileSync(file, 'clusters: { member-*: [{ type: hang, verbs: list }] }');
  const byFolder = ['--data', join(folder, 'fleet')];
  const set = await run('faults', '--data', 'fleet', 'set', 'faults.yaml');
  expect(set).toMatchObject({ code: 0, err: '' });
  const hang = [{ id: 'fault-1', fault: { type: 'hang', verbs: 'list' }, met: 0 }];
  expect(JSON.parse(set.out)).toEqual({ seed: 1, clusters: { 'member-1': hang, 'member-2': hang } });
  expect(await runFaultsCommand(['list', ...byFolder])).toBe(set.out.trim());
  const byFile = ['--kubeconfig', join(folder, 'kubeconfig')];
  const order = (text: string) => runFaultsCommand([...byFile, 'order', text]);
  await expect(order('{"restart":"nobody"}')).rejects.toThrow('nobody: the fleet has no such cluster');
  await expect(order('{"melt":"hub"}')).rejects.toThrow('is no order; give {"WHAT":"CLUSTER"}');
  await expect(order('freeze')).rejects.toThrow('"freeze" is no JSON');
  expect(JSON.parse(await runFaultsCommand([...byFile, 'clear'])).clusters).toEqual({});

  fleet.child.kill('SIGTERM');
  expect(await fleet.ended()).toMatchObject({ code: 0, err: '' });
  await expect(runFaultsCommand(['list', ...byFolder])).rejects.toThrow('is it running?');
});

it('says one line to programs, of one server where that is wanted', async () => {
  const fleet = start('--members', '0', '--json', '--kubeconfig', 'kubeconfig');
  await untilSaid(fleet, '\n');
  expect(JSON.parse(fleet.said.out)).toEqual({ ready: true, url: expect.any(String), members: 0 });
  const { contexts } = parse(readFileSync(join(folder, 'kubeconfig'), 'utf8'));
  expect(contexts).toEqual([{ name: 'hub', context: { cluster: 'hub', user: 'hub' } }]);
  expect(fleet.said.err).toBe('');
});

const FOREIGN = `
apiVersion: v1
kind: Config
current-context: work
clusters: [{ name: work, cluster: { server: https://kubernetes.example } }]
users: [{ name: work, user: { token: mine } }]
contexts: [{ name: work, context: { cluster: work, user: work } }]
`;

it('leaves a kubeconfig that is not its own alone, and adds to it when it is asked to', async () => {
  const file = join(folder, 'config');
  writeFileSync(file, FOREIGN, { mode: 0o644 });
  const refused = await run('--members', '0', '--kubeconfig', 'config');
  expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--merge-kubeconfig') });
  expect(readFileSync(file, 'utf8')).toBe(FOREIGN);
  const fleet = start('--members', '0', '--kubeconfig', 'config', '--merge-kubeconfig');
  await untilSaid(fleet, 'Ctrl-C');
  const merged = parse(readFileSync(file, 'utf8'));
  expect(merged['current-context']).toBe('work');
  expect(merged.contexts.map(({ name }: { readonly name: string }) => name)).toEqual(['work', 'hub']);
  expect(merged.users[0]).toEqual({ name: 'work', user: { token: 'mine' } });
  expect(isPrivate('config')).toBe(true);
});

it.each([
  ['what is no option', ['--membres', '3'], /Unknown option '--membres'/],
  ['a value that is missing', ['--port'], /'--port <value>' argument missing/],
  ['a port that is none', ['--port', '99999'], /--port "99999": give a whole number from 0 to 65535/],
  ['a pace that is none', ['--pace', '0'], /--pace "0": give a number above 0/],
  ['two places', ['--data', 'x', '--memory'], /not both/],
  ['to keep what is nowhere', ['--durable'], /--durable needs --data DIR/],
  ['a command that is none', ['start'], /"start" is no command/],
  ['a member without a name', ['--members', 'a,,b'], /"" cannot name a member/],
])('refuses %s', (_, args, says) => {
  expect(() => readServeArguments(args)).toThrow(UsageError);
  expect(() => readServeArguments(args)).toThrow(says);
});

it.each([
  ['nothing that says which fleet', ['list'], /give either --data DIR or --kubeconfig FILE/],
  ['a folder without a fleet', ['list', '--data', '/nowhere'], /kubeconfig cannot be read: ENOENT/],
  ['no file', ['set', '--data', '/nowhere'], /give one of list, set FILE, clear, order JSON/],
  ['a command that is none', ['put', '--data', '/nowhere'], /put is no command/],
])('does not govern faults with %s', async (_, args, says) => {
  await expect(runFaultsCommand(args)).rejects.toThrow(UsageError);
  await expect(runFaultsCommand(args)).rejects.toThrow(says);
});

it('ends with 2 where what was typed makes no sense, and says why', async () => {
  const refused = await run('--faults', 'no.yaml');
  expect(refused).toEqual({
    code: 2,
    out: '',
    err: 'embedded-kube: --faults no.yaml: cannot be read: ENOENT\nembedded-kube --help lists what there is\n',
  });
});

it('helps, and shows its version', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--merge-kubeconfig') });
  expect(await runFaultsCommand(['--help'])).toContain('set FILE');
  const { version } = JSON.parse(readFileSync(besideSources('../package.json'), 'utf8'));
  expect(await run('--version')).toMatchObject({ code: 0, out: `${version}\n` });
});
