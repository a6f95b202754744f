/* eslint-disable jest/no-export -- evictions.e2e.test.ts plays it on the demo that stories share */
import type { Page } from 'playwright-core';
import { eventually } from '../eventually';
import { applyText, hubObject, says } from './pageSteps';
import type { SharedDemo } from './sharedDemo';
import type { Demo } from './startDemo';
import { kubectl, PATIENCE_MS, signIn, title } from './theBrowser';

const JOINED = 'edge-1';
const MOVED = 'movable';
const OBJECTS = `
apiVersion: v1
kind: Namespace
metadata: { name: ${MOVED} }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: app, namespace: ${MOVED} }
data: { level: info }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${MOVED} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${MOVED} }]
  policy: { placementType: PickN, numberOfClusters: 2 }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata: { name: ${MOVED} }
spec: { minAvailable: 2 }
`;

interface PlacementStatus {
  readonly clusterName: string;
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
}

/** Both of its clusters, as soon as it is available there. */
const placedOn = (demo: Demo): Promise<string[]> =>
  eventually(
    `${MOVED} is available on both clusters`,
    async () => {
      const { status } = await hubObject(demo, 'clusterresourceplacement', MOVED);
      const available = ((status?.placementStatuses ?? []) as PlacementStatus[]).filter(
        ({ conditions = [] }) =>
          conditions.some(({ type, status: value }) => type === 'Available' && value === 'True'),
      );
      if (available.length !== 2) throw new Error(`it is available on ${available.length}`);
      return available.map(({ clusterName }) => clusterName).sort();
    },
    { timeoutMs: PATIENCE_MS },
  );

const drainCard = (page: Page) => page.getByRole('region', { name: 'Drain' });

async function editBudget(page: Page, demo: Demo, minAvailable: string): Promise<void> {
  await page.goto(`${demo.ui}/fleetstage/placements/_/${MOVED}?tab=evictions`);
  await page.getByRole('button', { name: 'Edit budget…' }).click();
  const dialog = page.getByRole('dialog', { name: `Disruption budget of ${MOVED}` });
  await dialog.getByLabel('Number or share').fill(minAvailable);
  await dialog.getByRole('button', { name: 'Save budget' }).click();
  await says(page, '1 eviction possible now');
}

export const joinAndDrainStories = (shared: () => SharedDemo) =>
  describe('clusters that join and are drained in the demo', () => {
    it('a cluster joins: a bad name is refused at its field, and the token is shown once', async () => {
      const { demo, browser } = shared();
      const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/clusters');
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: demo.ui });
      await page.getByRole('button', { name: 'Join a cluster' }).click();
      const join = page.getByRole('dialog', { name: 'Join a cluster' });
      const name = join.getByRole('textbox', { name: 'Name', exact: true });
      await name.fill('Edge 1');
      await join.getByRole('button', { name: 'Join the cluster' }).click();
      await says(join, /^name "Edge 1" is not allowed/);
      expect(await name.getAttribute('aria-invalid')).toBe('true');
      await name.fill(JOINED);
      expect(await name.getAttribute('aria-invalid')).toBe('false');
      await join.getByRole('button', { name: 'Join the cluster' }).click();

      await title(page, JOINED).waitFor();
      const token = page.getByRole('dialog', { name: `Join token for ${JOINED}` });
      await token.getByRole('button', { name: 'Issue join token' }).click();
      await says(token, 'Waiting for the agent');
      await says(token, /^Shown once\. It holds for/);
      await token.getByRole('button', { name: 'Copy: On the cluster: what the agent needs' }).click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      const [, secret = ''] = /--from-literal=join-token='([^']+)'/.exec(copied) ?? [];
      expect(secret.length).toBeGreaterThan(20);
      expect(await token.textContent()).toContain(secret);
      await token.getByRole('button', { name: 'Close' }).first().click();
      await token.waitFor({ state: 'detached' });
      await says(page, 'Joining. Hub: ');
      await page.getByRole('button', { name: 'Join token' }).first().click();
      await token.getByRole('button', { name: 'Issue join token' }).waitFor();
      expect(await page.content()).not.toContain(secret);
      await token.getByRole('button', { name: 'Close' }).first().click();
      await page.getByRole('tab', { name: /^Timeline/ }).click();
      await says(page, 'Join token issued');
      expect(await page.content()).not.toContain(secret);
      await context.close();
    });

    it('a cluster is drained: what its budget holds waits for the budget, and uncordoned it is open again', async () => {
      const { demo, browser } = shared();
      await applyText(demo, OBJECTS);
      const [drained, other] = await placedOn(demo);
      const { page, context } = await signIn(browser, demo, 'guest', `/fleetstage/clusters/${drained}`);
      await title(page, drained).waitFor();
      await page.getByRole('button', { name: 'Drain…' }).click();
      const dialog = page.getByRole('dialog', { name: `Drain ${drained}` });
      const row = dialog.getByRole('listitem').filter({ hasText: MOVED });
      await says(row, 'The budget needs 2 of 2 available, 2 are: blocked.');
      await says(row, /^Moves to member-\d\.$/);
      await dialog.getByLabel('Reason').fill('new kernel');
      await dialog.getByRole('button', { name: `Drain ${drained}` }).click();
      await dialog.waitFor({ state: 'detached' });
      await says(drainCard(page), /Blocked: .*movable is blocked/);
      await says(drainCard(page), 'new kernel');
      const isHere = () => kubectl(demo, drained, ...['get', 'configmap', 'app', '-n', MOVED, '-o', 'name']);
      expect(await isHere()).toContain('configmap/app');

      await editBudget(page, demo, '1');
      await page.goto(`${demo.ui}/fleetstage/clusters/${drained}`);
      await says(drainCard(page), /^Drained: \d+ placements evicted/);
      await expect(isHere()).rejects.toThrow(/not found/i);
      const now = await placedOn(demo);
      expect(now).not.toContain(drained);
      expect(now).toContain(other);
      await page.getByRole('tab', { name: /^Timeline/ }).click();
      for (const event of ['Drained', 'Drain blocked', 'Drain requested']) await says(page, event);

      await page.getByRole('button', { name: 'Uncordon…' }).click();
      const open = page.getByRole('dialog', { name: `Uncordon ${drained}` });
      await open.getByRole('button', { name: `Uncordon ${drained}` }).click();
      await page.getByRole('button', { name: 'Drain…' }).waitFor();
      const { spec, metadata } = await hubObject(demo, 'membercluster', drained);
      expect(spec.taints ?? []).toEqual([]);
      expect(JSON.stringify(metadata.annotations ?? {})).not.toContain('fleetstage.io/drain');
      await says(page, 'Drain ended');
      await context.close();
    });
  });
