import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { eventually } from '../eventually';
import { launchBrowser } from '../pictures/browser';
import { startDemo, type Demo } from './startDemo';
import { kubectl, signIn } from './theBrowser';

jest.setTimeout(240_000);

const deployment = (name: string, image: string) => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: half }
spec:
  replicas: 1
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: web, image: '${image}' }] }
---`;

const objects = `
apiVersion: v1
kind: Namespace
metadata: { name: half }
---${deployment('good', 'registry.example/web:1')}${deployment('broken', 'registry.example/web:bad')}
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: half }
spec:
  resourceSelectors: [{ group: '', version: v1, kind: Namespace, name: half }]
  policy: { placementType: PickN, numberOfClusters: 1 }
`;

let folder: string;
let demo: Demo;
let browser: Browser;
let cluster: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-e2e-'));
  [demo, browser] = await Promise.all([startDemo({ dataDir: folder }), launchBrowser()]);
  const file = path.join(folder, 'half.yaml');
  await writeFile(file, objects);
  await kubectl(demo, 'hub', 'apply', '-f', file);
  await eventually('the placement has picked a cluster', async () => {
    const { status } = JSON.parse(await kubectl(demo, 'hub', 'get', 'crp', 'half', '-o', 'json'));
    cluster = status.placementStatuses[0].clusterName;
    expect(cluster).toBeTruthy();
  });
}, 200_000);

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}, 60_000);

const choosePod = async (drawer: Locator, of: string) => {
  await drawer.getByRole('button', { name: new RegExp(`Pod ${of}-`) }).click();
  await drawer.getByRole('heading', { name: new RegExp(`^Pod half/${of}-`) }).waitFor();
};

describe('workloads on a member, in the demo', () => {
  it('shows the pod that cannot pull its image, with its events, and follows the log of one that runs', async () => {
    const { page, context } = await signIn(
      browser,
      demo,
      'guest',
      `/fleetstage/placements/_/half?workloads=${cluster}`,
    );
    const drawer = page.getByRole('dialog', { name: `Workloads on ${cluster}` });
    await drawer
      .getByText(/ImagePullBackOff/)
      .first()
      .waitFor();
    await choosePod(drawer, 'broken');
    await drawer.getByRole('tab', { name: /^Events/ }).click();
    await drawer
      .getByText(/^Back-off pulling image/)
      .first()
      .waitFor();
    await drawer.getByRole('tab', { name: 'Logs' }).click();
    await drawer.getByText(/is waiting to start: trying and failing to pull image/).waitFor();

    await choosePod(drawer, 'good');
    await drawer.getByText('Following').waitFor();
    const log = drawer.getByRole('region', { name: 'Log of web' });
    const lines = async () => (await log.innerText()).trim().split('\n').length;
    await eventually('the log has begun', async () => {
      expect(await log.innerText()).toContain('web started');
    });
    const before = await lines();
    await eventually('the log goes on', async () => {
      expect(await lines()).toBeGreaterThan(before);
    });
    await context.close();
  });
});
