import type { Page } from 'playwright-core';
import { eventually } from '../eventually';
import { hubObject, says } from './pageSteps';
import {
  applyAll,
  applyClusters,
  CATALOG,
  hubRollout,
  hubTarget,
  hubVersion,
  OLD,
  release,
  rolloutOf,
  sequence,
  SHARED,
  VERSION,
  type ClusterOf,
} from './sequenceFleet';
import { sharedDemo } from './sharedDemo';
import { isFirstDocument, markDocument, PATIENCE_MS, signIn, title, untilRunSays } from './theBrowser';

jest.setTimeout(240_000);

const SLOW = 'a machine that starts slowly';

const shared = sharedDemo(demo => applyAll(demo, SHARED).then(() => undefined));

const soon = (what: string, check: () => Promise<void>) =>
  eventually(what, check, { timeoutMs: PATIENCE_MS });

/** The page of the rollout of a sequence that kubectl makes now, as the guest sees it; its clusters come by their names. */
async function openRollout(
  name: string,
  clusters: Readonly<Record<string, ClusterOf>>,
  stages: readonly object[],
) {
  const { demo, browser } = shared();
  const rollout = rolloutOf(name);
  await applyClusters(demo, clusters);
  await applyAll(demo, [sequence(name, stages)]);
  await soon(`${rollout} is on the hub with its stages`, async () => {
    expect((await hubRollout(demo, rollout)).status.stages).not.toHaveLength(0);
  });
  const path = `/fleetstage/sequences/rollouts/${rollout}`;
  const { page, context } = await signIn(browser, demo, 'guest', path);
  await title(page, rollout).waitFor();
  await markDocument(page);
  return { demo, page, context, rollout };
}

const targetIs = async (rollout: string, name: string, state: string) =>
  soon(`${name} is ${state} on the hub`, async () => {
    expect(await hubTarget(shared().demo, rollout, name)).toBe(state);
  });

/** From the menu of the rollout's page. */
async function chooseAct(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

const field = (page: Page, name: string, nth = 0) =>
  page.getByRole('textbox', { name, exact: true }).nth(nth);

describe('sequences of versions in the demo (issue 20)', () => {
  it('a sequence is made from nothing in the form, with the clusters of its stages in sight, and starts', async () => {
    const { demo, browser } = shared();
    await applyClusters(demo, {
      'made-test-1': { fleet: 'made-test' },
      'made-test-2': { fleet: 'made-test' },
      'made-live-1': { fleet: 'made-live', labels: { canary: 'true' } },
      'made-live-2': { fleet: 'made-live' },
      'made-live-3': { fleet: 'made-live' },
    });
    const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/sequences');
    await page.getByRole('button', { name: 'Create sequence' }).first().click();
    await title(page, 'New sequence').waitFor();
    await field(page, 'Name').fill('handmade');
    await field(page, 'Channel').fill('Regular');
    await field(page, 'Version catalog').fill(CATALOG);
    await field(page, 'Name of stage 1').fill('test');
    await field(page, 'Fleets').fill('made-test');
    await field(page, 'Soak time').fill('2h');
    await says(page, 'Takes 2 clusters now');
    const match = page.getByRole('list', { name: 'Clusters of each stage' });
    await says(match, 'made-test-1 and made-test-2');

    await page.getByRole('button', { name: 'Add stage' }).click();
    await field(page, 'Name of stage 2').fill('canary');
    await field(page, 'Fleets', 1).fill('made-live');
    await field(page, 'Cluster selector', 1).fill('canary = true');
    await says(page, /Clusters of fleet "made-live" that no selector matches have no stage/);
    expect(await page.getByRole('button', { name: 'Create…' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Add it' }).click();
    await says(match, 'made-live-2 and made-live-3');
    await field(page, 'Failed clusters that pause a rollout').fill('50%');
    await page.getByRole('button', { name: 'Create…' }).click();
    await page
      .getByRole('dialog', { name: 'Create handmade?' })
      .getByRole('button', { name: 'Create sequence' })
      .click();

    await title(page, 'handmade').waitFor();
    await markDocument(page);
    const { spec } = await hubObject(demo, 'rseq', 'handmade');
    expect(spec).toMatchObject({
      ...{ catalog: CATALOG, channel: 'Regular', failurePolicy: { maxFailedClusters: '50%' } },
      stages: [
        { name: 'test', fleets: ['made-test'], soakDuration: '2h' },
        { name: 'canary', fleets: ['made-live'], clusterSelector: { matchLabels: { canary: 'true' } } },
        { name: 'made-live-others', fleets: ['made-live'] },
      ],
    });

    // Control planes first, then the nodes, and each of them soaks: the open page says it.
    const soaks = page.getByRole('timer').filter({ hasText: /^Soak ends .* in / });
    await soaks.nth(1).waitFor({ timeout: 2 * PATIENCE_MS });
    expect(await isFirstDocument(page)).toBe(true);
    for (const name of [rolloutOf('handmade'), rolloutOf('handmade').replace('-cp-', '-np-')]) {
      await page.getByRole('link', { name }).first().waitFor();
      const { status } = await hubRollout(demo, name);
      expect(status).toMatchObject({ phase: 'Running', currentStage: 'test', currentStagePhase: 'Soaking' });
    }
    await context.close();
  });

  it('a version is watched on its way: what is upgraded, its soak, the next stage, the end', async () => {
    const name = 'watched';
    const { demo, page, context, rollout } = await openRollout(
      name,
      {
        'watched-1': { fleet: 'watched-test', stuck: SLOW },
        'watched-2': { fleet: 'watched-live', stuck: SLOW },
      },
      [
        { name: 'test', fleets: ['watched-test'], soakDuration: '8s' },
        { name: 'live', fleets: ['watched-live'] },
      ],
    );
    await says(page, 'Upgrading stage test: 0 of 1');
    await says(page, /The control plane runs 1\.33\.4, the target is 1\.34\.1/);
    await targetIs(rollout, 'watched-1', 'Running/UpgradeInProgress');
    await release(demo, 'watched-1');
    await says(page, /^Stage test soaks until /);
    await says(page, 'Upgrading stage live: 0 of 1');
    await targetIs(rollout, 'watched-2', 'Running/UpgradeInProgress');
    const { status } = await hubRollout(demo, rollout);
    expect(status.stages[0]).toMatchObject({ phase: 'Completed', soakDuration: '8s' });
    const [from, to] = [status.stages[0].soakStartTime, status.stages[0].soakEndTime].map(Date.parse);
    expect(to - from).toBeGreaterThanOrEqual(8_000);
    await release(demo, 'watched-2');
    await untilRunSays(page, 'Completed');
    await says(page, '2 of 2 targets are upgraded.');
    expect(await isFirstDocument(page)).toBe(true);
    expect((await hubRollout(demo, rollout)).status).toMatchObject({ phase: 'Completed' });
    expect(await hubVersion(demo, 'watched-2')).toBe(`v${VERSION}`);
    await context.close();
  });

  it('a rollout is paused: what runs is finished, nothing else starts; resumed, it goes on', async () => {
    const name = 'paused';
    const { demo, page, context, rollout } = await openRollout(
      name,
      { 'paused-1': { fleet: name, stuck: SLOW }, 'paused-2': { fleet: name } },
      [{ name: 'all', fleets: [name], maxConcurrency: 1 }],
    );
    await targetIs(rollout, 'paused-1', 'Running/UpgradeInProgress');
    await page.getByRole('button', { name: 'Pause…' }).click();
    const dialog = page.getByRole('dialog', { name: `Pause ${rollout}?` });
    await says(dialog, '1 upgrade is running and is finished.');
    await dialog.getByLabel('Reason').fill('the network is being repaired');
    await dialog.getByRole('button', { name: 'Pause rollout' }).click();
    await untilRunSays(page, 'Paused');
    await says(page, 'No upgrade starts. Soak times run on, but no stage completes.');
    expect((await hubRollout(demo, rollout)).spec.state).toBe('Pause');
    await release(demo, 'paused-1');
    await says(page, /^1 of 2 control planes/);
    await targetIs(rollout, 'paused-1', 'Succeeded/Upgraded');
    await targetIs(rollout, 'paused-2', 'Paused/RolloutPaused');
    expect(await hubVersion(demo, 'paused-2')).toBe(OLD);

    await page.getByRole('button', { name: 'Resume…' }).click();
    await page
      .getByRole('dialog', { name: `Resume ${rollout}?` })
      .getByRole('button', { name: 'Resume rollout' })
      .click();
    await untilRunSays(page, 'Completed');
    const { spec, status } = await hubRollout(demo, rollout);
    expect([spec.state, status.phase]).toEqual(['Run', 'Completed']);
    await page.getByRole('tab', { name: /^History/ }).click();
    await says(page, /the network is being repaired/);
    expect(await isFirstDocument(page)).toBe(true);
    await context.close();
  });

  it('a stage is completed by force, with a reason, and the next one starts', async () => {
    const name = 'forced';
    const { demo, page, context, rollout } = await openRollout(
      name,
      {
        'forced-1': { fleet: 'forced-test', stuck: SLOW },
        'forced-2': { fleet: 'forced-live', stuck: SLOW },
      },
      [
        { name: 'test', fleets: ['forced-test'], soakDuration: '2h' },
        { name: 'live', fleets: ['forced-live'] },
      ],
    );
    await says(page, 'Upgrading stage test: 0 of 1');
    await chooseAct(page, 'Complete stage by force…');
    const dialog = page.getByRole('dialog', { name: 'Complete stage test by force?' });
    await says(dialog, 'Starts the next stage, live: 1 target.');
    const confirm = dialog.getByRole('button', { name: 'Complete stage' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('urgent CVE');
    await confirm.click();
    await says(page, 'Upgrading stage live: 0 of 1');
    await says(page, 'Done (forced)');
    const { spec, status } = await hubRollout(demo, rollout);
    expect(spec.forceCompletedStages).toEqual(['test']);
    expect(status.stages).toMatchObject([
      { phase: 'Completed', forced: true },
      { name: 'live', phase: 'Running' },
    ]);
    await page.getByRole('tab', { name: /^History/ }).click();
    await says(page, /urgent CVE/);
    await context.close();
  });

  it('a cluster is skipped, and keeps its version', async () => {
    const name = 'skipping';
    const { demo, page, context, rollout } = await openRollout(
      name,
      { 'skipping-1': { fleet: name, stuck: SLOW }, 'skipping-2': { fleet: name } },
      [{ name: 'all', fleets: [name], maxConcurrency: 1 }],
    );
    await targetIs(rollout, 'skipping-2', 'Pending/WaitingForSlot');
    await page.getByRole('tab', { name: 'Clusters 2' }).click();
    await page.getByRole('button', { name: 'Acts on skipping-2' }).click();
    await page.getByRole('menuitem', { name: 'Skip…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Skip skipping-2?' });
    await says(dialog, 'It is not upgraded by this rollout: skipping-2');
    await dialog.getByRole('button', { name: 'Skip cluster' }).click();
    const row = page.getByRole('row', { name: /skipping-2.*Skipped.*Skipped by a person/ });
    await row.waitFor();
    expect((await hubRollout(demo, rollout)).spec.skippedClusters).toEqual(['skipping-2']);
    await release(demo, 'skipping-1');
    await untilRunSays(page, 'Completed');
    await says(page, /1 was left out/);
    await targetIs(rollout, 'skipping-2', 'Skipped/SkippedByUser');
    expect([await hubVersion(demo, 'skipping-1'), await hubVersion(demo, 'skipping-2')]).toEqual([
      `v${VERSION}`,
      OLD,
    ]);
    await context.close();
  });
});
