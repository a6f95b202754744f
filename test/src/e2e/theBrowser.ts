import path from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { runKubectl } from '../controlPlane';
import { openContext } from '../pictures/browser';
import type { Demo } from './startDemo';

/** Long enough for a loaded machine of two cores. */
export const PATIENCE_MS = 60_000;

export interface SignedIn {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** Opens a fresh browser profile and enters as one of the demo's users. */
export async function signIn(
  browser: Browser,
  demo: Demo,
  as: 'guest' | 'visitor',
  at = '/',
): Promise<SignedIn> {
  const context = await openContext(browser, { theme: 'light' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(demo.ui + at);
  await page.getByRole('button', { name: `Enter as ${as}` }).click();
  return { page, context };
}

export const title = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** The run page's header says this state. */
export const untilRunSays = (page: Page, state: string | RegExp): Promise<void> =>
  page.locator('[data-ready] h1 + *').filter({ hasText: state }).first().waitFor();

/** Marks the document, so that a reload would be noticed. */
export const markDocument = (page: Page) =>
  page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
export const isFirstDocument = (page: Page) => page.evaluate(() => 'isFirstDocument' in window);

/** kubectl on a cluster of the demo; what it printed. */
export async function kubectl(
  { kubeconfigPath, dataDir }: Demo,
  context: string,
  ...args: readonly string[]
): Promise<string> {
  const kubectlPath = path.join(process.env.KUBEBUILDER_ASSETS ?? '', 'kubectl');
  const cachePath = path.join(dataDir, 'kubectl-cache');
  return (await runKubectl({ kubectlPath, kubeconfigPath, cachePath }, context, args)).stdout;
}

/** What the README shows for approving with kubectl. */
export const approvalPatch = (message: string) =>
  JSON.stringify({
    status: {
      conditions: [
        {
          type: 'Approved',
          status: 'True',
          reason: 'lgtm',
          message,
          lastTransitionTime: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
          observedGeneration: 1,
        },
      ],
    },
  });
