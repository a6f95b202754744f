import type { Page } from 'playwright-core';
import { eventually } from '../eventually';
import { joinAndDrainStories } from './joinAndDrain.testing';
import { applyText, hubObject, says } from './pageSteps';
import { sharedDemo } from './sharedDemo';
import { kubectl, PATIENCE_MS, signIn, title } from './theBrowser';

jest.setTimeout(240_000);

const NAME = 'guarded';
const OBJECTS = `
apiVersion: v1
kind: Namespace
metadata: { name: ${NAME} }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: app, namespace: ${NAME} }
data: { level: info }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${NAME} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${NAME} }]
  policy: { placementType: PickN, numberOfClusters: 2 }
`;

const shared = sharedDemo(async demo => {
  await applyText(demo, OBJECTS);
});

/** Clusters that are picked, once all of them are available. */
async function placedOn(): Promise<string[]> {
  const { status } = await hubObject(shared().demo, 'clusterresourceplacement', NAME);
  const available = status.placementStatuses.filter(
    ({ conditions = [] }: { conditions?: { type: string; status: string }[] }) =>
      conditions.some(one => one.type === 'Available' && one.status === 'True'),
  );
  expect(available).toHaveLength(2);
  return available.map(({ clusterName }: { clusterName: string }) => clusterName).sort();
}

const configMapOn = (member: string) =>
  kubectl(shared().demo, member, ...['get', 'configmap', 'app', '-n', NAME, '-o', 'name']);

async function openEvict(page: Page, cluster: string): Promise<void> {
  await page.goto(`${shared().demo.ui}/fleetstage/placements/_/${NAME}?cluster=${cluster}`);
  await page.getByRole('button', { name: 'Evict from this cluster…' }).click();
}

const budgetDialog = (page: Page) => page.getByRole('dialog', { name: `Disruption budget of ${NAME}` });

// While the fleet is whole.
joinAndDrainStories(shared);

/** The stories run in order: the fleet goes on from one to the next. */
describe('evictions and leaving in the demo', () => {
  let evicted = '';

  it('a budget is set, and an eviction that it blocks says why before and after', async () => {
    const { demo, browser } = shared();
    const clusters = await eventually('it is available on both', placedOn, { timeoutMs: PATIENCE_MS });
    [evicted] = clusters;
    const { page, context } = await signIn(browser, demo, 'guest', `/fleetstage/placements/_/${NAME}`);
    await title(page, NAME).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Evictions and budget' }).click();
    await page.getByRole('button', { name: 'Set budget…' }).click();
    await budgetDialog(page).getByLabel('Number or share').fill('2');
    await says(budgetDialog(page), 'It needs 2 of 2 available, 2 are: blocked.');
    await budgetDialog(page).getByRole('button', { name: 'Save budget' }).click();
    await says(page, 'Evictions are blocked now');

    await openEvict(page, evicted);
    const dialog = page.getByRole('dialog', { name: `Evict ${NAME} from ${evicted}?` });
    await says(dialog, 'It would be blocked now');
    await says(dialog, 'The budget needs 2 of 2 available, 2 are: blocked.');
    await dialog.getByLabel('Reason').fill('its rack is replaced');
    await dialog.getByRole('button', { name: 'Try to evict' }).click();
    const row = page.getByRole('row', { name: new RegExp(`${evicted}.*Blocked`) });
    await row.waitFor({ timeout: PATIENCE_MS });
    await says(row, /its rack is replaced/);
    expect(await configMapOn(evicted)).toContain('configmap/app');
    await context.close();
  });

  it('after the budget was edited, the eviction is executed, and the taint keeps the placement off', async () => {
    const { demo, browser } = shared();
    const { page, context } = await signIn(
      browser,
      demo,
      'guest',
      `/fleetstage/placements/_/${NAME}?tab=evictions`,
    );
    await page.getByRole('button', { name: 'Edit budget…' }).click();
    await budgetDialog(page).getByLabel('Number or share').fill('50%');
    await says(budgetDialog(page), 'It needs 1 of 2 available, 2 are: 1 may be evicted.');
    await budgetDialog(page).getByRole('button', { name: 'Save budget' }).click();
    await says(page, '1 eviction possible now');
    expect(await hubObject(demo, 'clusterresourceplacementdisruptionbudget', NAME)).toMatchObject({
      spec: { minAvailable: '50%' },
    });

    await openEvict(page, evicted);
    const dialog = page.getByRole('dialog', { name: `Evict ${NAME} from ${evicted}?` });
    await dialog.getByRole('checkbox', { name: `Taint ${evicted} first` }).check();
    await says(dialog, /is picked instead$/);
    await dialog.getByRole('button', { name: 'Taint and evict' }).click();
    await page.getByRole('row', { name: new RegExp(`${evicted}.*Executed`) }).waitFor({
      timeout: PATIENCE_MS,
    });
    const clusters = await eventually(
      'another cluster has it',
      async () => {
        const now = await placedOn();
        expect(now).not.toContain(evicted);
        return now;
      },
      { timeoutMs: PATIENCE_MS },
    );
    expect(clusters).toHaveLength(2);
    await eventually(
      'it is gone from the cluster',
      () => expect(configMapOn(evicted)).rejects.toThrow(/not found/i),
      { timeoutMs: PATIENCE_MS },
    );
    expect(await hubObject(demo, 'membercluster', evicted)).toMatchObject({
      spec: { taints: [{ key: 'fleetstage.io/evicted', effect: 'NoSchedule' }] },
    });
    await page.goto(`${demo.ui}/fleetstage/clusters/${evicted}`);
    await page.getByRole('region', { name: 'Evictions' }).getByText('Executed').waitFor();
    await context.close();
  });

  it('a cluster leaves by its typed name; what runs there stays', async () => {
    const { demo, browser } = shared();
    const [leaving] = await placedOn();
    const { page, context } = await signIn(browser, demo, 'guest', `/fleetstage/clusters/${leaving}`);
    await title(page, leaving).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Leave the fleet…' }).click();
    const dialog = page.getByRole('dialog', { name: `Take ${leaving} out of the fleet?` });
    await says(dialog, 'Its workloads stay on the cluster');
    await says(dialog, new RegExp(`${NAME} is detached`));
    const confirm = dialog.getByRole('button', { name: 'Leave the fleet' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel(`Type ${leaving} to confirm`).fill(leaving);
    await confirm.click();
    await says(page, `Cluster ${leaving} is not in the fleet`);
    await expect(hubObject(demo, 'membercluster', leaving)).rejects.toThrow(/not found/i);
    expect(await configMapOn(leaving)).toContain('configmap/app');
    await context.close();
  });
});
