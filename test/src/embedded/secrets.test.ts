import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from '../eventually';
import { exists, paths } from '../story/hub';
import { startEmbedded, type EmbeddedCluster, type EmbeddedProcess } from './startEmbedded';

jest.setTimeout(120_000);

let folder: string;
let fleet: EmbeddedProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetstage-secrets-'));
  fleet = await startEmbedded({ members: 1, dataDir: folder });
});

afterAll(async () => {
  await fleet?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly contentType?: string;
  readonly body?: string;
}

/** @returns everything of the answer, head and body; what broke instead where there is none */
function send(
  { url, caPem }: EmbeddedCluster,
  { method, path, token, contentType, body }: Sent,
): Promise<string> {
  return new Promise(done => {
    const headers = { 'authorization': `Bearer ${token}`, 'content-type': contentType ?? 'application/json' };
    const call = request(
      `${url}${path}`,
      { method, ca: caPem, agent: false, headers, timeout: 500 },
      response => {
        let text = JSON.stringify([response.statusCode, response.headers]);
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => done(text)).on('error', error => done(text + String(error)));
      },
    );
    call.on('timeout', () => call.destroy(new Error('no answer')));
    call.on('error', error => done(String(error.stack)));
    call.end(body);
  });
}

const MAPS = '/api/v1/namespaces/default/configmaps';
const requestsOf = (token: string): readonly Sent[] => [
  { method: 'POST', path: MAPS, token, body: '{"metadata":{"name":"a"}}' },
  { method: 'POST', path: MAPS, token, body: '{"metadata":{"name":"a"}' },
  { method: 'POST', path: MAPS, token: `${token}x`, body: '{"metadata":{"name":"b"}}' },
  { method: 'POST', path: MAPS, token: `${token} ${token}`, body: '{"metadata":{"name":"b"}}' },
  { method: 'PUT', path: `${MAPS}/a`, token, contentType: 'a/b', body: 'x' },
  { method: 'GET', path: `${MAPS}?labelSelector=((`, token },
  { method: 'GET', path: '/nothing/here', token },
  { method: 'PATCH', path: `${MAPS}/a`, token, contentType: 'application/merge-patch+json', body: '[' },
  { method: 'DELETE', path: `${MAPS}/a`, token },
];

/** Keys are in the data as PEM within JSON; each line of one is enough to know it by. */
function keysIn(data: string): readonly string[] {
  const keys = data.matchAll(/BEGIN [A-Z ]*PRIVATE KEY-----(.*?)-----END/gs);
  return [...keys].flatMap(([, body]) => body.split(/\\n|\n/).filter(line => line.length >= 20));
}

const filesIn = (place: string): readonly string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));

it('reveals none of its tokens and keys: not in what it says, not in what it refuses, not in its audit', async () => {
  const { hub, members, kubeconfigPath } = fleet;
  const answers: string[] = [];
  for (const cluster of [hub, ...members])
    answers.push(...(await Promise.all(requestsOf(cluster.adminToken).map(each => send(cluster, each)))));
  members[0].freeze();
  const frozen = requestsOf(members[0].adminToken).map(each => send(members[0], each));
  answers.push(...(await Promise.all(frozen)));
  members[0].thaw();
  await eventually('it answers again', () =>
    exists(members[0], paths.namespace('default')).then(is => expect(is).toBe(true)),
  );
  const audits = [hub, ...members].map(({ auditLogPath }) => readFileSync(auditLogPath, 'utf8'));
  const said = [...answers, ...audits, fleet.logs()].join('\n');
  expect(audits.join('')).toContain('"name":"a"');

  const kept = filesIn(folder)
    .map(file => readFileSync(file, 'latin1'))
    .join('\n');
  const keys = keysIn(kept);
  // Of the authority, and of the tokens of service accounts.
  expect(keys.length).toBeGreaterThanOrEqual(4);
  const tokens = [...readFileSync(kubeconfigPath, 'utf8').matchAll(/token: (\S+)/g)].map(
    ([, token]) => token,
  );
  expect(tokens.length).toBeGreaterThanOrEqual(2);
  for (const secret of [...tokens, ...keys]) expect(said).not.toContain(secret);
});

it('leaves none of its files to be read by others', () => {
  const files = [...filesIn(folder), ...filesIn(dirname(fleet.kubeconfigPath))];
  const open = files.filter(file => (statSync(file).mode & 0o077) !== 0 && !file.includes('kubectl-cache'));
  expect({ files: files.length >= 5, open }).toEqual({ files: true, open: [] });
});
