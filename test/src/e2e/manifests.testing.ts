/* eslint-disable jest/no-export -- pages.e2e.test.ts plays it on the demo that stories share */
import type { Page } from 'playwright-core';
import { eventually } from '../eventually';
import { applyText } from './pageSteps';
import type { SharedDemo } from './sharedDemo';
import { signIn, title } from './theBrowser';

/** A page on which Copy works as for a person who allows it. */
async function openCopying({ demo, browser }: SharedDemo) {
  const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/overview');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await title(page, 'Fleet at a glance').waitFor();
  return { page, context };
}

/** What the clipboard has after this act. */
async function copied(page: Page, act: () => Promise<void>): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await act();
  return eventually('something is copied', async () => {
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).not.toBe('');
    return text;
  });
}

/** The manifest in `kubectl apply -f - <<EOF`. */
const manifestIn = (command: string) => /<<'?(\w+)'?\n([\s\S]*)\n\1$/m.exec(command)?.[2] ?? command;

/** The YAML of a page, by the Copy button of its card; that of a strategy's header makes another strategy. */
const copyButton = (page: Page) =>
  page.getByRole('region').getByRole('button', { name: 'Copy', exact: true }).first();

const PAGES = [
  ['placement', '/placements/_/web-shop?tab=yaml', 'web-shop'],
  ['rolling placement', '/placements/_/metrics-agent?tab=yaml', 'metrics-agent'],
  ['cluster', '/clusters/member-6?tab=yaml', 'member-6'],
  ['run', '/runs/_/web-shop-2-14-0?tab=plan', 'web-shop-2-14-0'],
  ['strategy', '/strategies/_/careful', 'careful'],
] as const;

export const manifestStories = (shared: () => SharedDemo) =>
  describe('the YAML that pages show', () => {
    it.each(PAGES)('of a %s is accepted by the hub as it is copied', async (_, at, name) => {
      const { demo } = shared();
      const { page, context } = await openCopying(shared());
      await page.goto(`${demo.ui}/fleetstage${at}`);
      await title(page, name).waitFor();
      const yaml = await copied(page, () => copyButton(page).click());
      expect(yaml).toContain(`name: ${name}`);
      expect(await applyText(demo, yaml, '--dry-run=server')).toMatch(/\(server dry run\)/);
      await context.close();
    });

    it('of the menu of a placement is accepted', async () => {
      const { demo } = shared();
      const { page, context } = await openCopying(shared());
      await page.goto(`${demo.ui}/fleetstage/placements/_/web-shop`);
      await title(page, 'web-shop').waitFor();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      const yaml = await copied(page, () => page.getByRole('menuitem', { name: 'Copy manifest' }).click());
      expect(await applyText(demo, yaml, '--dry-run=server')).toMatch(/\(server dry run\)/);
      await context.close();
    });

    it('of the command that creates a run is accepted', async () => {
      const { demo } = shared();
      const { page, context } = await openCopying(shared());
      await page.goto(`${demo.ui}/fleetstage/runs?dialog=create&placement=web-shop`);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /^Create run, / }).waitFor();
      await dialog.getByLabel('Name').fill('with-kubectl');
      await dialog.getByRole('button', { name: 'Same with kubectl' }).click();
      const command = await copied(page, () => dialog.getByRole('button', { name: 'Copy' }).click());
      expect(await applyText(demo, manifestIn(command), '--dry-run=server')).toMatch(/with-kubectl created/);
      await context.close();
    });

    it.each([
      ['placement', '/placements/_/web-shop/edit', 'Edit web-shop'],
      ['strategy', '/strategies/_/careful/edit', 'Edit careful'],
    ])('of the editor of a %s is accepted', async (_, at, heading) => {
      const { demo, browser } = shared();
      const { page, context } = await signIn(browser, demo, 'guest', `/fleetstage${at}?mode=yaml`);
      await title(page, heading).waitFor();
      const lines = page.locator('.cm-content');
      await lines.waitFor();
      const yaml = (await lines.locator('.cm-line').allInnerTexts())
        .map(line => line.replace(/\n$/, ''))
        .join('\n');
      expect(await applyText(demo, yaml, '--dry-run=server')).toMatch(/\(server dry run\)/);
      await context.close();
    });
  });
