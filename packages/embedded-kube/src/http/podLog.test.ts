import { startTestFleet, until, type TestFleet } from '../__testUtils__/testFleet';

const PODS = '/api/v1/namespaces/default/pods';
const START = Date.parse('2026-11-21T12:00:00Z');
const started = { running: { startedAt: '2026-11-21T12:00:00Z' } };
const ended = { startedAt: '2026-11-21T11:00:00Z', finishedAt: '2026-11-21T11:00:04Z', exitCode: 3 };

let fleet: TestFleet;
let now = START;
beforeEach(async () => {
  now = START;
  fleet = await startTestFleet({ now: () => new Date(now) });
});
afterEach(() => fleet.stop());

async function putPod(containers: readonly { name: string; state?: object; lastState?: object }[]) {
  const spec = { nodeName: 'node', containers: containers.map(({ name }) => ({ name, image: `${name}:1` })) };
  await fleet.call('POST', PODS, {
    body: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec },
  });
  await setStatus(containers);
}

async function setStatus(containers: readonly { name: string; state?: object; lastState?: object }[]) {
  const containerStatuses = containers
    .filter(({ state }) => state)
    .map(one => ({ ...one, image: '', imageID: '', ready: false, restartCount: 0 }));
  const { code, text } = await fleet.call('PATCH', `${PODS}/a/status`, {
    body: { status: { containerStatuses } },
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  if (code !== 200) throw new Error(text);
}

const log = (query = '') => fleet.call('GET', `${PODS}/a/log${query}`);

it('gives what a container has written, the same lines at each reading', async () => {
  await putPod([{ name: 'app', state: started }]);
  now = START + 4_000;
  const { code, headers, text } = await log();
  expect([code, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = text.split('\n');
  expect(lines).toEqual(['app started', expect.stringMatching(/^GET /), expect.stringMatching(/^GET /), '']);
  expect((await log('?tailLines=1')).text).toBe(`${lines[2]}\n`);
  expect((await log('?timestamps=true&tailLines=1')).text).toBe(`2026-11-21T12:00:04.000Z ${lines[2]}\n`);
  expect((await log('?limitBytes=5')).text).toBe('app s');
  now = START + 6_000;
  expect((await log()).text.startsWith(text)).toBe(true);
});

it('gives the log of the container that ran before', async () => {
  await putPod([{ name: 'app', state: started, lastState: { terminated: ended } }]);
  const { text } = await log('?previous=true');
  expect(text).toMatch(/^app started\n[^]*\napp exited with code 3\n$/);
});

it.each([
  ['ErrImagePull', "image can't be pulled"],
  ['ImagePullBackOff', 'trying and failing to pull image'],
  ['ContainerCreating', 'ContainerCreating'],
])('refuses the log of a container that waits for %s, in the words of a kubelet', async (reason, words) => {
  await putPod([{ name: 'app', state: { waiting: { reason } } }]);
  const { code, body } = await log();
  expect([code, body.reason, body.message]).toEqual([
    400,
    'BadRequest',
    `container "app" in pod "a" is waiting to start: ${words}`,
  ]);
});

it('refuses what is not there, and questions that are unclear', async () => {
  expect((await log()).code).toBe(404);
  await putPod([{ name: 'app', state: started }, { name: 'other' }]);
  expect((await log()).body.message).toBe(
    'a container name must be specified for pod a, choose one of: [app other]',
  );
  expect((await log('?container=none')).body.message).toBe('container none is not valid for pod a');
  expect((await log('?container=other')).body.message).toBe('container "other" in pod "a" is not available');
  expect((await log('?container=app&previous=true')).body.message).toBe(
    'previous terminated container "app" in pod "a" not found',
  );
  expect((await log('?container=app&tailLines=x')).code).toBe(400);
  expect((await fleet.call('POST', `${PODS}/a/log`, { body: {} })).code).toBe(405);
});

it('follows a container until it ends', async () => {
  await putPod([{ name: 'app', state: started }]);
  let isOver = false;
  const followed = log('?follow=true').finally(() => {
    isOver = true;
  });
  now = START + 4_000;
  await setStatus([
    {
      name: 'app',
      state: {
        terminated: {
          ...ended,
          ...{ startedAt: started.running.startedAt, finishedAt: '2026-11-21T12:00:04Z' },
        },
      },
    },
  ]);
  await until(
    () => isOver,
    over => over,
  );
  expect((await followed).text).toMatch(/^app started\n(GET .*\n){2}app exited with code 3\n$/);
});
