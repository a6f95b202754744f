/* eslint-disable jest/no-export -- pages.e2e.test.ts plays it on the demo that stories share */
import type { Locator } from 'playwright-core';
import { eventually } from '../eventually';
import { applyText, createRun, hubObject, says } from './pageSteps';
import type { SharedDemo } from './sharedDemo';
import type { Demo } from './startDemo';
import { signIn, title, untilRunSays } from './theBrowser';

const RUNS = 'clusterstagedupdateruns';

/** An approval after the first stage, and one before the second. */
const TWO_GATES = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: two-gates }
spec:
  stages:
    - name: staging
      labelSelector: { matchLabels: { environment: staging } }
      maxConcurrency: 2
      afterStageTasks: [{ type: Approval }]
    - name: others
      labelSelector: { matchExpressions: [{ key: environment, operator: In, values: [canary, production] }] }
      maxConcurrency: 4
      beforeStageTasks: [{ type: Approval }]
`;

interface Cluster {
  readonly conditions?: readonly { readonly type: string }[];
}

/** The clusters of a stage that the run has started, by the hub. */
const startedIn = async (demo: Demo, run: string, at: number): Promise<number> => {
  const { status } = await hubObject(demo, RUNS, run);
  const clusters: readonly Cluster[] = status.stagesStatus[at].clusters;
  return clusters.filter(({ conditions = [] }) => conditions.some(({ type }) => type === 'Started')).length;
};

export const approvalStories = (shared: () => SharedDemo) =>
  describe('approvals in the demo', () => {
    it('takes at most four clicks from sign-in to an approved stage', async () => {
      const { demo, browser } = shared();
      // The first click is the one that enters.
      const { page, context } = await signIn(browser, demo, 'guest');
      let clicks = 1;
      const click = async (at: Locator) => {
        clicks += 1;
        await at.click();
      };
      // The demo opens on the catalog or on the overview; the side bar leads from the one to the other.
      const overview = title(page, 'Fleet at a glance');
      const sideBar = page.getByRole('link', { name: 'Fleetstage', exact: true });
      await overview.or(sideBar).first().waitFor();
      if (!/\/fleetstage/.test(page.url())) await click(sideBar);
      await overview.waitFor();
      await click(page.getByRole('link', { name: 'Review canary in web-shop-2-14-0' }));
      const dialog = page.getByRole('dialog', { name: 'Approve canary in web-shop-2-14-0?' });
      await click(dialog.getByRole('button', { name: 'Approve, start 2 clusters' }));
      await untilRunSays(page, 'Succeeded');
      expect(clicks).toBeLessThanOrEqual(4);
      await context.close();
    });

    it('says that a gate before the next stage comes first, and nothing starts before it', async () => {
      const { demo, browser } = shared();
      await applyText(demo, TWO_GATES);
      const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/runs');
      await createRun(page, demo, { name: 'two-gates-1', strategy: 'two-gates' });
      await untilRunSays(page, 'Waiting for approval');
      await page.getByRole('button', { name: 'Review and approve' }).first().click();
      const first = page.getByRole('dialog', { name: 'Approve staging in two-gates-1?' });
      await says(first, /Starts nothing yet: the approval before others comes next/);
      await first.getByRole('button', { name: 'Approve; before-stage approval of others is next' }).click();
      await first.waitFor({ state: 'detached' });

      await says(page, /^others has waited .* for an approval to start/);
      expect(await startedIn(demo, 'two-gates-1', 1)).toBe(0);

      await page.getByRole('button', { name: 'Review and approve' }).first().click();
      const second = page.getByRole('dialog', { name: 'Approve others in two-gates-1?' });
      await says(second, /^Starts others at once: 3 clusters, /);
      await second.getByRole('button', { name: 'Approve, start 3 clusters' }).click();
      await untilRunSays(page, 'Succeeded');
      await eventually('the hub says that the three have started', async () => {
        expect(await startedIn(demo, 'two-gates-1', 1)).toBe(3);
      });
      await context.close();
    });
  });
