/* eslint-disable jest/no-export -- pages.e2e.test.ts plays it on the demo that stories share */
import type { Locator } from 'playwright-core';
import { eventually } from '../eventually';
import { applyText, hubObject } from './pageSteps';
import type { SharedDemo } from './sharedDemo';
import type { Demo } from './startDemo';
import { signIn } from './theBrowser';

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

/** @returns the cluster that was picked */
async function placeHalf(demo: Demo): Promise<string> {
  await applyText(demo, objects);
  return eventually('the placement has picked a cluster', async () => {
    const { status } = await hubObject(demo, 'clusterresourceplacement', 'half');
    const cluster: string | undefined = status.placementStatuses[0].clusterName;
    if (!cluster) throw new Error(JSON.stringify(status));
    return cluster;
  });
}

const choosePod = async (drawer: Locator, of: string) => {
  await drawer.getByRole('button', { name: new RegExp(`Pod ${of}-`) }).click();
  await drawer.getByRole('heading', { name: new RegExp(`^Pod half/${of}-`) }).waitFor();
};

export const workloadStories = (shared: () => SharedDemo) =>
  describe('workloads on a member, in the demo', () => {
    it('shows the pod that cannot pull its image, with its events, and follows the log of one that runs', async () => {
      const { demo, browser } = shared();
      const cluster = await placeHalf(demo);
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
