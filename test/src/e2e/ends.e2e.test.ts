import path from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually';
import { applyText, createRun, hubObject, says, setImage, untilSnapshot } from './pageSteps';
import { sharedDemo } from './sharedDemo';
import { signIn, title, untilRunSays } from './theBrowser';
import { AT_ONCE } from './troubledFleet';

jest.setTimeout(240_000);

const BAD_IMAGE = 'registry.example/storefront:bad-2.15.0';
const RUNS = 'clusterstagedupdateruns';

const shared = sharedDemo(async demo => {
  await applyText(demo, AT_ONCE);
});

/** From the menu of the run's page. */
async function chooseAct(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** The stories run in order: the fleet goes on from one to the next, as a user's would. */
describe('a bad image in the demo', () => {
  it('is found on the page of its run, with its cause, and the run is ended', async () => {
    const { demo, browser } = shared();
    const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/runs/_/web-shop-2-14-0');
    await page.getByRole('button', { name: 'Review and approve' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve, start 2 clusters' }).click();
    await untilRunSays(page, 'Succeeded');

    await setImage(demo, BAD_IMAGE);
    await untilSnapshot(demo, 1);
    await createRun(page, demo, { name: 'bad-image', strategy: 'at-once' });
    const cause = `ImagePullBackOff: image ${BAD_IMAGE} not found`.replaceAll('.', '\\.');
    await page.getByRole('button', { name: new RegExp(`^Stuck member-1 .*${cause}`) }).waitFor();

    await chooseAct(page, 'End run…');
    const dialog = page.getByRole('dialog', { name: 'End bad-image?' });
    await says(dialog, 'An ended run cannot be resumed.');
    await dialog.getByLabel('Reason').fill('the image does not exist');
    await dialog.getByRole('button', { name: 'End run' }).click();
    await says(page, 'The run was ended');
    await says(page, /the image does not exist/);
    await context.close();
  });

  it('is rolled back to the snapshot that was available on the clusters', async () => {
    const { demo, browser } = shared();
    const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/runs/_/bad-image');
    await page.getByRole('button', { name: 'Roll back…' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Roll back bad-image?' });
    await says(dialog, 'Snapshot 1 to snapshot 0');
    await dialog.getByRole('button', { name: 'Roll back to snapshot 0' }).click();
    await untilRunSays(page, 'Succeeded');
    const name = path.basename(new URL(page.url()).pathname);
    expect(await hubObject(demo, RUNS, name)).toMatchObject({
      spec: { placementName: 'web-shop', resourceSnapshotIndex: '0' },
    });
    const { status } = await hubObject(demo, 'clusterresourceplacement', 'web-shop');
    const indexes = status.placementStatuses.map(
      ({ observedResourceIndex }: { observedResourceIndex: string }) => observedResourceIndex,
    );
    expect(new Set(indexes)).toEqual(new Set(['0']));
    await context.close();
  });

  it('is mended, and the next run goes through; the ended one can be deleted', async () => {
    const { demo, browser } = shared();
    const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/runs');
    await setImage(demo, 'registry.example/storefront:2.15.1');
    await untilSnapshot(demo, 2);
    await createRun(page, demo, { name: 'good-image', strategy: 'at-once' });
    await untilRunSays(page, 'Succeeded');

    await page.goto(`${demo.ui}/fleetstage/runs/_/bad-image`);
    await title(page, 'bad-image').waitFor();
    await chooseAct(page, 'Delete run…');
    await page
      .getByRole('dialog', { name: 'Delete bad-image?' })
      .getByRole('button', { name: 'Delete run' })
      .click();
    await eventually('the run is gone from the hub', async () => {
      await expect(hubObject(demo, RUNS, 'bad-image')).rejects.toThrow(/not found/i);
    });
    await context.close();
  });
});
