import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { eventually } from '../eventually';
import { launchBrowser } from '../pictures/browser';
import { startDemo, type Demo } from './startDemo';
import {
  approvalPatch,
  isFirstDocument,
  kubectl,
  markDocument,
  PATIENCE_MS,
  signIn,
  title,
  untilRunSays,
} from './theBrowser';

jest.setTimeout(240_000);

const SAMPLE = 'web-shop-2-14-0';
const RUN_PAGE = `/fleetstage/runs/_/${SAMPLE}`;

let folder: string;
let demo: Demo;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-e2e-'));
  [demo, browser] = await Promise.all([startDemo({ dataDir: folder }), launchBrowser()]);
}, 200_000);

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}, 60_000);

/** The stories run in order: the fleet goes on from one to the next, as a user's would. */
describe('the demo in a browser', () => {
  it('a visitor sees the button off, with the reason; a forged request gets 403 and an audit line', async () => {
    const { page, context } = await signIn(browser, demo, 'visitor', RUN_PAGE);
    await title(page, SAMPLE).waitFor();
    await untilRunSays(page, 'Waiting for approval');
    // Everyone may see the evidence for an approval; deciding is off there.
    await page.getByRole('button', { name: 'Review', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('fleetstage.run.approve').first().waitFor();
    const button = dialog.getByRole('button', { name: /^Approve/ });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    const answer = await page.evaluate(
      async ({ api, run }) => {
        const refresh = await fetch(`${api}/api/auth/visitor/refresh`, {
          headers: { 'x-requested-with': 'XMLHttpRequest' },
          credentials: 'include',
        });
        const { backstageIdentity } = await refresh.json();
        const headers = {
          'authorization': `Bearer ${backstageIdentity.token}`,
          'content-type': 'application/json',
        };
        const seen = await fetch(`${api}/api/fleetstage/runs/_/${run}`, { headers });
        const { run: found } = await seen.json();
        const gate = found.pipeline.find((stage: { name: string }) => stage.name === 'canary').gatesAfter[0];
        const forged = await fetch(`${api}/api/fleetstage/runs/_/${run}/gates/canary/after/approve`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ requestUid: gate.requestUid }),
        });
        return { status: forged.status, body: await forged.json() };
      },
      { api: demo.api, run: SAMPLE },
    );
    expect(answer).toMatchObject({ status: 403, body: { error: { name: 'NotAllowedError' } } });
    await eventually('the refusal is in the audit log', () => {
      const lines = demo
        .log()
        .split('\n')
        .filter(line => line.includes('run-approve'));
      expect(lines.join('\n')).toMatch(/user:development\/visitor/);
      expect(lines.join('\n')).toMatch(/failed/);
    });
    await context.close();
  });

  it('a guest finds what waits on the overview, approves with a comment, and sees the run succeed without a reload', async () => {
    const { page, context } = await signIn(browser, demo, 'guest');
    await title(page, 'Fleet at a glance').waitFor();
    await page.getByRole('link', { name: SAMPLE }).first().click();
    await title(page, SAMPLE).waitFor();
    await markDocument(page);
    await page.getByRole('button', { name: 'Review and approve' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Comment').fill('canary looks good');
    await dialog.getByRole('button', { name: 'Approve, start 2 clusters' }).click();
    await untilRunSays(page, 'Succeeded');
    expect(await isFirstDocument(page)).toBe(true);
    await page.getByRole('tab', { name: /^Timeline/ }).click();
    await page.getByText('canary looks good').first().waitFor();
    const described = await kubectl(
      demo,
      'hub',
      'get',
      'clusterapprovalrequest',
      `${SAMPLE}-canary`,
      '-o',
      'json',
    );
    expect(described).toContain('canary looks good');
    expect(described).toContain('user:development/guest');
    await context.close();
  });

  it('a guest starts a run from the page, and an approval with kubectl shows at once', async () => {
    const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/runs');
    await title(page, 'Update runs').waitFor();
    await page.getByRole('button', { name: 'Create run' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Placement' }).click();
    await page.getByRole('option', { name: /web-shop/ }).click();
    await dialog.getByRole('combobox', { name: 'Strategy' }).filter({ hasText: 'careful' }).waitFor();
    await dialog.getByLabel('Name').fill('from-the-page');
    await dialog.getByRole('button', { name: /^Create run, \d+ clusters$/ }).click();
    await title(page, 'from-the-page').waitFor();
    await untilRunSays(page, 'Waiting for approval');
    await markDocument(page);
    // Signals, not the poll of ten seconds, bring it.
    await page.getByText(/^Live/).first().waitFor();
    await kubectl(
      demo,
      'hub',
      ...['patch', 'clusterapprovalrequests', 'from-the-page-canary', '--type=merge', '--subresource=status'],
      ...['-p', approvalPatch('from the shell')],
    );
    await page.getByText('with kubectl', { exact: false }).first().waitFor();
    await untilRunSays(page, 'Succeeded');
    expect(await isFirstDocument(page)).toBe(true);
    await context.close();
  });

  it('a guest stops a run with a reason and resumes it', async () => {
    const { page, context } = await signIn(
      browser,
      demo,
      'guest',
      '/fleetstage/runs?dialog=create&placement=web-shop',
    );
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Strategy' }).filter({ hasText: 'careful' }).waitFor();
    await dialog.getByLabel('Name').fill('stop-and-go');
    await dialog.getByRole('button', { name: /^Create run, \d+ clusters$/ }).click();
    await title(page, 'stop-and-go').waitFor();
    await page.getByRole('button', { name: 'Stop run' }).first().click();
    await page.getByRole('dialog').getByLabel('Reason').fill('the pager rang');
    await page.getByRole('dialog').getByRole('button', { name: 'Stop run' }).click();
    await untilRunSays(page, 'Stopped');
    await page.getByText('the pager rang').first().waitFor();
    await page.getByRole('button', { name: 'Resume' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume run' }).click();
    await untilRunSays(page, 'Waiting for approval');
    await context.close();
  });

  it('a cluster is in the catalog, with its card and a tab that shows what is on it', async () => {
    const { page, context } = await signIn(browser, demo, 'guest', '/catalog/default/resource/member-3');
    await page.getByText('Fleet status').first().waitFor();
    await page.goto(`${demo.ui}/catalog/default/resource/member-3/fleet`);
    await page.getByText('web-shop').first().waitFor();
    await context.close();
  });

  it('a member that stops answering shows on the open page, and its return too', async () => {
    const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/clusters/member-2');
    await title(page, 'member-2').waitFor();
    await page.getByText('Healthy').first().waitFor();
    await markDocument(page);
    demo.order('cut member-2');
    await page
      .getByText('Unreachable')
      .first()
      .waitFor({ timeout: 2 * PATIENCE_MS });
    demo.order('thaw member-2');
    await page
      .getByText('Healthy')
      .first()
      .waitFor({ timeout: 2 * PATIENCE_MS });
    expect(await isFirstDocument(page)).toBe(true);
    await context.close();
  });

  it('ends with one signal, and is ready again with its state', async () => {
    expect(await demo.stop()).toBe(0);
    demo = await startDemo({ dataDir: folder });
    expect(await kubectl(demo, 'hub', 'get', 'csur', '-o', 'name')).toContain(SAMPLE);
    const { page, context } = await signIn(browser, demo, 'guest', RUN_PAGE);
    await title(page, SAMPLE).waitFor();
    await untilRunSays(page, 'Succeeded');
    await context.close();
  });
});
