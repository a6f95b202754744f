/* eslint-disable jest/no-export -- pages.e2e.test.ts plays it on the demo that stories share */
import type { Page } from 'playwright-core';
import { eventually } from '../eventually';
import { applyText, hubObject, says } from './pageSteps';
import type { SharedDemo } from './sharedDemo';
import { kubectl, signIn, title } from './theBrowser';

/** A DaemonSet of a namespace, in the form; one rule for all clusters that the form begins with. */
async function fillIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('agents');
  await page.getByRole('combobox', { name: 'Scope' }).click();
  await page.getByRole('option', { name: 'Objects of one namespace' }).click();
  await page.getByRole('textbox', { name: 'Namespace' }).fill('metrics-agent');
  await page.getByRole('textbox', { name: 'Kind' }).fill('DaemonSet');
  await page.getByRole('textbox', { name: 'Name', exact: true }).nth(1).fill('agent');
  await page.getByRole('combobox', { name: 'Clusters' }).click();
  await page.getByRole('option', { name: 'Clusters with labels' }).click();
  await page.getByRole('textbox', { name: 'Labels' }).fill('environment in (canary, production)');
  await page.getByRole('textbox', { name: 'Field' }).fill('/metadata/labels');
  await page.getByRole('textbox', { name: 'Value' }).fill('{"cluster": "${MEMBER-CLUSTER-NAME}"}');
}

export const overrideEditorStories = (shared: () => SharedDemo) =>
  describe('the override editor of the demo', () => {
    it('B/OV-020…023, OV-091: makes an override without YAML; it rolls out, shows where it applies, and goes', async () => {
      const { demo, browser } = shared();
      const { page, context } = await signIn(browser, demo, 'guest', '/fleetstage/overrides');
      await title(page, 'Overrides').waitFor();
      await page.getByRole('button', { name: 'Create override' }).first().click();
      await title(page, 'New override').waitFor();
      await fillIn(page);
      await says(page, /^4 of 6 clusters match$/);
      await says(page, /^3 of its 3 clusters$/);
      await page.getByRole('button', { name: 'Create…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create agents?' });
      await says(dialog, /^metrics-agent: 3 of 3 clusters change/);
      await dialog.getByRole('button', { name: 'Create override' }).click();

      await title(page, 'metrics-agent/agents').waitFor();
      await says(page, 'Applied on 3 clusters');
      const { spec } = await hubObject(demo, 'resourceoverride', 'agents', '-n', 'metrics-agent');
      expect(spec).toMatchObject({
        resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'DaemonSet', name: 'agent' }],
        policy: { overrideRules: [{ jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels' }] }] },
      });
      const { status } = await hubObject(demo, 'clusterresourceplacement', 'metrics-agent');
      const cluster: string = status.placementStatuses[0].clusterName;
      const onMember = async () =>
        JSON.parse(
          await kubectl(demo, cluster, ...['get', 'ds', 'agent', '-n', 'metrics-agent', '-o', 'json']),
        ).metadata.labels;
      expect(await onMember()).toMatchObject({ cluster });

      await page.goto(`${demo.ui}/fleetstage/placements/_/metrics-agent?tab=clusters&cluster=${cluster}`);
      await says(page, '1 override');
      await says(page, 'metrics-agent/agents');
      await page.goto(`${demo.ui}/fleetstage/clusters/${cluster}`);
      await page.getByRole('link', { name: '1 override' }).first().click();
      await title(page, 'metrics-agent/agents').waitFor();

      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete override' }).click();
      await title(page, 'Overrides').waitFor();
      await eventually('the DaemonSet is as on the hub', async () =>
        expect((await onMember())?.cluster).toBeUndefined(),
      );
      await context.close();
    });

    it('shows YAML that the hub accepts, on the page and in the editor', async () => {
      const { demo, browser } = shared();
      const name = 'for-yaml';
      await applyText(
        demo,
        JSON.stringify({
          apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
          kind: 'ClusterResourceOverride',
          metadata: { name },
          spec: {
            clusterResourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'absent' }],
            policy: {
              overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, overrideType: 'Delete' }],
            },
          },
        }),
      );
      const { page, context } = await signIn(browser, demo, 'guest', `/fleetstage/overrides/_/${name}`);
      await says(page, 'It is not used');
      const shown = await page
        .locator('pre')
        .filter({ hasText: 'kind: ClusterResourceOverride' })
        .innerText();
      expect(await applyText(demo, shown, '--dry-run=server')).toMatch(/\(server dry run\)/);
      await page.goto(`${demo.ui}/fleetstage/overrides/_/${name}/edit?mode=yaml`);
      const lines = page.locator('.cm-content');
      await lines.waitFor();
      const edited = (await lines.locator('.cm-line').allInnerTexts())
        .map(line => line.replace(/\n$/, ''))
        .join('\n');
      expect(await applyText(demo, edited, '--dry-run=server')).toMatch(/\(server dry run\)/);
      await context.close();
    });
  });
