import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually';
import type { Demo } from './startDemo';
import { kubectl, PATIENCE_MS } from './theBrowser';

/** Some element says this text. */
export const says = (at: Page | Locator, text: string | RegExp): Promise<void> =>
  at
    .getByText(text)
    .first()
    .waitFor({ timeout: 2 * PATIENCE_MS });

/** An object as the hub has it. */
export const hubObject = async (demo: Demo, kind: string, name: string, ...args: readonly string[]) =>
  JSON.parse(await kubectl(demo, 'hub', 'get', kind, name, ...args, '-o', 'json'));

/** `kubectl apply` of objects on the hub; with `--dry-run=server` among the arguments it writes nothing. */
export async function applyText(demo: Demo, text: string, ...args: readonly string[]): Promise<string> {
  const file = path.join(demo.dataDir, 'applied.yaml');
  await writeFile(file, text);
  return kubectl(demo, 'hub', 'apply', '-f', file, ...args);
}

/** A patch of the Deployment that the sample places. */
export const setImage = (demo: Demo, image: string) =>
  kubectl(
    demo,
    'hub',
    ...['patch', 'deployment', 'storefront', '-n', 'web-shop', '--type=json', '-p'],
    JSON.stringify([{ op: 'replace', path: '/spec/template/spec/containers/0/image', value: image }]),
  );

/** Waits until the engine has captured what web-shop selects as this snapshot. */
export const untilSnapshot = (demo: Demo, index: number) =>
  eventually(`snapshot ${index} of web-shop is on the hub`, () =>
    hubObject(demo, 'clusterresourcesnapshot', `web-shop-${index}-snapshot`),
  );

/** Creates a run of web-shop in the dialog and waits for its page. */
export async function createRun(
  page: Page,
  demo: Demo,
  { name, strategy }: { readonly name: string; readonly strategy: string },
): Promise<void> {
  await page.goto(`${demo.ui}/fleetstage/runs?dialog=create&placement=web-shop`);
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('combobox', { name: 'Strategy' });
  await field.click();
  await page.getByRole('option', { name: strategy, exact: true }).click();
  await field.filter({ hasText: strategy }).waitFor();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: /^Create run, \d+ clusters?$/ }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}
