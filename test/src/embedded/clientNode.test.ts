import { startAskableChild } from '../bench/childProcess';
import { repoPath } from '../crds/repoPath';
import { startEmbedded, type EmbeddedProcess } from './startEmbedded';

const HOOK_MS = 90_000;
let fleet: EmbeddedProcess;
let client: Awaited<ReturnType<typeof startAskableChild<string, unknown>>>;

beforeAll(async () => {
  fleet = await startEmbedded({ members: 1, pace: 0.1 });
  client = await startAskableChild(repoPath('test/src/embedded/clientNodeProgram.ts'), [
    fleet.kubeconfigPath,
  ]);
}, HOOK_MS);

afterAll(async () => {
  client?.kill('SIGKILL');
  await fleet?.stop();
}, HOOK_MS);

const failure = (code: number, reason: string, message: unknown) => ({
  code,
  body: expect.objectContaining({ kind: 'Status', status: 'Failure', code, reason, message }),
});

it('reads the kubeconfig', () => {
  expect(client.first).toEqual({ contexts: ['hub', 'member-1'], current: 'hub' });
});

it.each([
  [
    'creates, reads, lists, replaces and deletes',
    'verbs',
    {
      isDate: true,
      strategy: { maxSurge: '25%', maxUnavailable: '25%' },
      listed: ['verbs'],
      annotations: expect.objectContaining({ by: 'replace' }),
      generation: 2,
      scale: 1,
      deleted: 'Success',
      namespaces: expect.arrayContaining(['default', 'team']),
    },
  ],
  [
    'patches in all four ways',
    'patches',
    {
      strategic: ['registry.example/web:v2', 'registry.example/proxy:v1'],
      merge: { app: 'patches', tier: 'front' },
      json: 3,
      applied: { color: 'red', size: 'xl' },
      conflict: failure(409, 'Conflict', expect.stringContaining('conflict with "one": .data.color')),
      forced: { color: 'blue', size: 'xl' },
      managers: [
        { manager: 'one', operation: 'Apply' },
        { manager: 'two', operation: 'Apply' },
      ],
    },
  ],
  [
    'says why not, in bodies that the client reads',
    'refusals',
    {
      missing: failure(404, 'NotFound', 'configmaps "none" not found'),
      exists: failure(409, 'AlreadyExists', 'configmaps "twice" already exists'),
      stale: failure(409, 'Conflict', expect.stringContaining('the object has been modified')),
      invalid: failure(422, 'Invalid', expect.stringContaining('spec.replicas: Invalid value: -1')),
      unauthorized: { code: 401 },
    },
  ],
  [
    'gives a list in pages, and deletes a selection',
    'pages',
    { pages: [['page-a', 'page-b'], ['page-c', 'page-d'], ['page-e']], gone: 'Success' },
  ],
  [
    'serves definitions and their objects',
    'custom',
    {
      kinds: expect.arrayContaining(['ClusterResourcePlacement', 'MemberCluster']),
      defaulted: 'RollingUpdate',
      patched: 3,
      status: { limit: 3, type: 'Seen' },
      applied: 4,
      listed: ['by-client'],
      invalid: failure(
        422,
        'Invalid',
        expect.stringContaining('spec.policy.placementType: Unsupported value: "PickSome"'),
      ),
      strategic: failure(415, 'UnsupportedMediaType', expect.any(String)),
      deleted: 'Success',
      gone: failure(404, 'NotFound', expect.stringContaining('"by-client" not found')),
    },
  ],
  [
    'watches',
    'watch',
    { seen: ['ADDED watched', 'MODIFIED watched', 'DELETED watched'], ended: 'AbortError' },
  ],
  [
    'lets an informer resume where its watch ended, without a list and without a loss',
    'informerResumes',
    { seen: ['add first', 'add second', 'update second', 'delete first'], lists: 1, left: ['second'] },
  ],
  [
    'lets an informer that slept go on',
    'informerSleeps',
    { seen: ['add known', 'delete known', 'add missed'], lists: 1, errors: expect.any(Array) },
  ],
])('%s', async (_, story, expected) => {
  expect(await client.ask(story)).toEqual(expected);
});
