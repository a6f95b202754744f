/* eslint-disable jest/no-export -- pages.e2e.test.ts plays it on the demo that stories share */
import type { Page } from 'playwright-core';
import { says } from './pageSteps';
import type { SharedDemo } from './sharedDemo';
import { kubectl, signIn, title } from './theBrowser';

/** A field of the editor by its path in the placement. */
const field = (page: Page, at: string) => page.locator(`[id="placement-${at}"]`);

export const placementEditorStories = (shared: () => SharedDemo) =>
  describe('the placement editor of the demo', () => {
    it('creates a placement, sees it place, changes it, and is told who gains', async () => {
      const { demo, browser } = shared();
      await kubectl(demo, 'hub', 'create', 'namespace', 'bookshop');
      const hours = ['opening-hours', '-n', 'bookshop', '--from-literal=from=9'];
      await kubectl(demo, 'hub', 'create', 'configmap', ...hours);
      const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/placements');
      await title(page, 'Placements').waitFor();
      await page.getByRole('button', { name: 'Create placement' }).click();
      await title(page, 'New placement').waitFor();
      await field(page, 'metadata.name').fill('bookshop');
      await page.getByRole('button', { name: 'Add selector' }).click();
      await field(page, 'spec.resourceSelectors[0].name').fill('bookshop');
      await says(page, /2 objects, /);
      await page.getByRole('combobox', { name: 'Pick' }).click();
      await page.getByRole('option', { name: 'A number of clusters' }).click();
      await says(page, '1 of 1 clusters found');
      await page.getByRole('button', { name: 'Create…' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Create(,| placement)/ })
        .click();
      await title(page, 'bookshop').waitFor();
      await says(page, 'Available on 1 of 1');

      await page.getByRole('button', { name: 'Edit' }).click();
      await title(page, 'Edit bookshop').waitFor();
      await field(page, 'spec.policy.numberOfClusters').fill('2');
      await says(page, '2 of 2 clusters found');
      await says(page, '1 added');
      await says(page, '1 unchanged');
      await page.getByRole('button', { name: 'Save…' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Save(,| changes)/ })
        .click();
      await title(page, 'bookshop').waitFor();
      await says(page, 'Available on 2 of 2');
      await page.getByRole('tab', { name: /^Timeline/ }).click();
      await says(page, 'Placement changed');
      const stored = await kubectl(demo, 'hub', 'get', 'clusterresourceplacement', 'bookshop', '-o', 'json');
      expect(JSON.parse(stored).spec.policy).toMatchObject({ placementType: 'PickN', numberOfClusters: 2 });
      await context.close();
    });

    it('says under the field what the hub would refuse, and does not save it', async () => {
      const { demo, browser } = shared();
      const { page, context } = await signIn(
        browser,
        demo,
        'guest',
        '/fleetstage/placements/_/web-shop/edit',
      );
      await title(page, 'Edit web-shop').waitFor();
      await field(page, 'spec.revisionHistoryLimit').fill('0');
      await says(page, 'The hub would refuse this: 1 problem');
      const save = page.getByRole('button', { name: 'Save…' });
      expect(await save.getAttribute('aria-disabled')).toBe('true');
      const help = await field(page, 'spec.revisionHistoryLimit-help').innerText();
      expect(help).toMatch(/greater than or equal to 1/);
      await context.close();
    });
  });
