/* eslint-disable jest/no-export, jest/expect-expect -- pages.e2e.test.ts plays it on the demo that stories share; what it waits for it expects */
import type { Page } from 'playwright-core';
import { applyText } from './pageSteps';
import type { SharedDemo } from './sharedDemo';
import { signIn, title } from './theBrowser';
import { ILL, SHORT } from './troubledFleet';

/** From the moment of the change until the page of whoever looks shows it. */
const SOON_MS = 60_000;

/** The line of the overview's trouble about this placement. */
const troubleOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Stuck or failing' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

export const troubleStories = (shared: () => SharedDemo) =>
  describe('trouble of placements in the demo', () => {
    it('is on the overview within a minute: one short of clusters, one whose workloads are not available', async () => {
      const { demo, browser } = shared();
      const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/overview');
      await title(page, 'Fleet at a glance').waitFor();
      await applyText(demo, SHORT + ILL);
      const appliedAt = Date.now();
      const left = () => Math.max(1, SOON_MS - (Date.now() - appliedAt));
      const short = troubleOf(page, 'short').filter({ hasText: /5 of 20/ });
      await short.first().waitFor({ timeout: left() });
      const ill = troubleOf(page, 'ill').filter({
        hasText: /ImagePullBackOff: image registry.example\/web:bad/,
      });
      await ill.first().waitFor({ timeout: left() });

      await ill.getByRole('link', { name: 'Show why: ill' }).click();
      await title(page, 'ill').waitFor();
      await page
        .getByText(/ImagePullBackOff/)
        .first()
        .waitFor();
      await context.close();
    });
  });
