import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configMap, startTestFleet } from '../__testUtils__/testFleet';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const modesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map(name => [name, modeOf(join(folder, name))]));

let place: string;
let umask: number;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'embedded-kube-modes-'));
  umask = process.umask(0);
});

afterEach(() => {
  process.umask(umask);
  rmSync(place, { recursive: true, force: true });
});

async function run(data: string, audit: string) {
  const test = await startTestFleet({ dataDir: data, auditDir: audit });
  try {
    await test.call('POST', '/api/v1/namespaces/default/configmaps', { body: configMap('a') });
    return { data: modesIn(data), audit: modesIn(audit) };
  } finally {
    await test.stop();
  }
}

const FILES = { 'fleet.sqlite': '600', 'fleet.sqlite-wal': '600' };

it('keeps what it stores from all but its owner, whatever the umask', async () => {
  const [data, audit] = [join(place, 'data'), join(place, 'audit')];
  expect(await run(data, audit)).toEqual({ data: FILES, audit: { 'hub.jsonl': '600' } });
  expect([modeOf(data), modeOf(audit)]).toEqual(['700', '700']);
});

it('tightens what was open before', async () => {
  const [data, audit] = [join(place, 'data'), join(place, 'audit')];
  await run(data, audit);
  mkdirSync(audit, { recursive: true });
  for (const name of readdirSync(data)) chmodSync(join(data, name), 0o644);
  chmodSync(data, 0o755);
  chmodSync(join(audit, 'hub.jsonl'), 0o666);
  expect(await run(data, audit)).toEqual({ data: FILES, audit: { 'hub.jsonl': '600' } });
  expect(modeOf(data)).toBe('700');
});

it('names what is where its folder should be', async () => {
  const data = join(place, 'data');
  writeFileSync(data, '');
  await expect(run(data, join(place, 'audit'))).rejects.toThrow('EEXIST');
});
