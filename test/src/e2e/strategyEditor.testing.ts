/* eslint-disable jest/no-export -- pages.e2e.test.ts plays it on the demo that stories share */
import type { Page } from 'playwright-core';
import { createRun, hubObject, says } from './pageSteps';
import type { SharedDemo } from './sharedDemo';
import { signIn, title, untilRunSays } from './theBrowser';

const STAGES = [
  { name: 'first', labels: 'environment = staging', order: 'order', atATime: '1' },
  { name: 'others', labels: 'environment in (canary, production)', order: '', atATime: '50%' },
];

/** Fills a stage in, the first one as it is there already; its labels are typed as a selector. */
async function fillStage(page: Page, at: number): Promise<void> {
  const { name, labels, order, atATime } = STAGES[at];
  if (at > 0) await page.getByRole('button', { name: 'Add stage' }).click();
  await page.getByLabel(`Name of stage ${at + 1}`).fill(name);
  const labelField = page.getByLabel('Clusters with labels').nth(at);
  await labelField.fill(labels);
  await labelField.blur();
  if (order !== '') await page.getByLabel('Order by label').nth(at).fill(order);
  await page.getByLabel('At a time').nth(at).fill(atATime);
}

export const strategyEditorStories = (shared: () => SharedDemo) =>
  describe('the strategy editor of the demo', () => {
    it('makes a strategy from nothing, without YAML, and a run goes by it', async () => {
      const { demo, browser } = shared();
      const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/strategies');
      await title(page, 'Update strategies').waitFor();
      await page.getByRole('button', { name: 'Create strategy' }).first().click();
      await title(page, 'New strategy').waitFor();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('handmade');
      for (const at of STAGES.keys()) await fillStage(page, at);
      await page.getByRole('button', { name: 'Add gate after first' }).click();
      await page.getByRole('menuitem', { name: 'Wait' }).click();
      await page.getByLabel('Wait after first').fill('2s');
      await page.getByRole('button', { name: 'Add gate before others' }).click();
      const preview = page.getByRole('region', { name: /^Preview/ });
      await says(preview, /^2 clusters/);
      await says(preview, /^4 clusters/);
      await page.getByRole('button', { name: 'Create…' }).click();
      await page
        .getByRole('dialog', { name: 'Create handmade?' })
        .getByRole('button', { name: 'Create strategy' })
        .click();
      await title(page, 'handmade').waitFor();
      const { spec } = await hubObject(demo, 'clusterstagedupdatestrategy', 'handmade');
      expect(spec.stages).toMatchObject([
        {
          name: 'first',
          labelSelector: { matchLabels: { environment: 'staging' } },
          sortingLabelKey: 'order',
          maxConcurrency: 1,
          afterStageTasks: [{ type: 'TimedWait', waitTime: '2s' }],
        },
        { name: 'others', maxConcurrency: '50%', beforeStageTasks: [{ type: 'Approval' }] },
      ]);

      await createRun(page, demo, { name: 'by-hand', strategy: 'handmade' });
      await untilRunSays(page, 'Waiting for approval');
      await page.getByRole('button', { name: 'Review and approve' }).first().click();
      await page
        .getByRole('dialog', { name: 'Approve others in by-hand?' })
        .getByRole('button', { name: 'Approve, start 3 clusters' })
        .click();
      await untilRunSays(page, 'Succeeded');
      await page.goto(`${demo.ui}/fleetstage/strategies/_/handmade`);
      await page.getByRole('link', { name: 'by-hand' }).first().waitFor();
      await context.close();
    });
  });
