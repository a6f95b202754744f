import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { eventually } from '../eventually';
import { launchBrowser, openContext } from '../pictures/browser';
import { startDemo, type Demo } from './startDemo';

jest.setTimeout(180_000);

const run = promisify(execFile);
let demo: Demo;
let browser: Browser;

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), launchBrowser()]);
}, 200_000);

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
}, 60_000);

const kubectl = async (...args: readonly string[]) => {
  const binary = path.join(process.env.KUBEBUILDER_ASSETS ?? '', 'kubectl');
  const { stdout } = await run(binary, ['--kubeconfig', demo.kubeconfigPath, '--context', 'hub', ...args]);
  return stdout;
};

async function signIn(
  as: 'guest' | 'visitor',
  at = '/fleetstage',
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await openContext(browser, { theme: 'light' });
  const page = await context.newPage();
  await page.goto(demo.ui + at);
  await page.getByRole('button', { name: `Enter as ${as}` }).click();
  return { page, context };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const chip = (page: Page, text: string | RegExp) =>
  page.locator('[data-testid="run-chip"]').filter({ hasText: text }).first();

describe('the demo in a browser', () => {
  it('a guest signs in, finds what waits, approves with a comment and watches the run succeed without a reload', async () => {
    const { page, context } = await signIn('guest');
    await heading(page, 'Fleet at a glance').waitFor();
    await page.getByRole('link', { name: 'web-shop-2-14-0' }).first().click();
    await heading(page, 'web-shop-2-14-0').waitFor();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole('button', { name: 'Review and approve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/comment/i).fill('looks good in canary');
    await dialog.getByRole('button', { name: /^Approve, start \d+ clusters?$/ }).click();
    await chip(page, 'Succeeded').waitFor({ timeout: 60_000 });
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await page.getByRole('tab', { name: /Timeline/ }).click();
    await page.getByText('looks good in canary').first().waitFor();
    await context.close();
  });
});
