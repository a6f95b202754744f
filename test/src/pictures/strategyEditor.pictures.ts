import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { UpdateStrategySpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { previewStrategy } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Page } from 'playwright-core';
import { editorClusters, editorRows, strategyToEdit } from './data/strategyEditor';
import { stamp } from './data/hub';
import { refused } from './data/people';
import { placementPage } from './data/placements';
import { Reply, type FixtureApi, type Picture } from './fixtures';

const EDIT = '/fleetstage/strategies/_/careful-three/edit';
const MISTAKES = `${EDIT}?preview=_/payments-api`;
const NARROW = { width: 390, height: 844 };
const CONFLICT = Reply.error(
  409,
  'ConflictError',
  'Strategy "careful-three" was changed since you opened it',
);

const editor =
  (detail: unknown = strategyToEdit(), saved: unknown = { resourceVersion: '13' }): FixtureApi =>
  ({ path, method, body }) => {
    if (path === '/clusters')
      return { ...stamp, items: editorClusters, total: editorClusters.length, labelKeys: ['region'] };
    if (path === '/placements/_/payments-api/clusters')
      return { ...stamp, items: editorRows, total: editorRows.length };
    if (path === '/placements') return placementPage([], { mayCreate: { isAllowed: true } });
    if (path === '/strategies/validate') return judged(body);
    if (path === '/strategies') return { ...stamp, items: [], mayCreate: { isAllowed: true } };
    if (path === '/strategies/_/careful-three/timeline') return { ...stamp, items: [], total: 0 };
    if (path !== '/strategies/_/careful-three') return undefined;
    return method === 'PUT' ? saved : detail;
  };

/** As the hub judges it for the placement that has all of the clusters; the clusters of the others fit. */
function judged(body: unknown): Schemas['StrategyJudgement'] {
  const { spec } = body as { spec: UpdateStrategySpec };
  const { problems } = previewStrategy({ spec, clusters: editorClusters });
  return { causes: [], warnings: problems.map(one => ({ ...one, placement: 'payments-api' })) };
}

const settled = (page: Page) => page.getByText('1 staging').waitFor();

/** The other theme finds the draft of the first. */
async function withoutDraft(page: Page): Promise<void> {
  await settled(page);
  // The page has such a button, too: that one leaves it.
  const draft = page.getByRole('button', { name: 'Discard' }).last();
  if (await page.getByText('Unsaved draft').isVisible()) await draft.click();
}

async function openDialog(page: Page): Promise<void> {
  await withoutDraft(page);
  await page.getByRole('textbox', { name: 'At a time' }).first().fill('2');
  await page.getByText('Not saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save…' }).click();
  await page
    .getByRole('dialog')
    .getByText(/will fail to prepare/)
    .waitFor();
}

export const pictures: Picture[] = [
  {
    name: 'strategy-editor-new',
    path: '/fleetstage/strategies/new',
    api: editor(),
    before: page => page.getByText('Preview only').waitFor(),
  },
  { name: 'strategy-editor', path: MISTAKES, api: editor(), before: settled },
  {
    name: 'strategy-editor-denied',
    path: EDIT,
    api: editor(
      strategyToEdit({
        mayUpdate: refused(
          'You need the permission fleetstage.strategy.update',
          'fleetstage.strategy.update',
        ),
      }),
    ),
  },
  {
    name: 'strategy-editor-yaml',
    path: `${MISTAKES}&mode=yaml`,
    api: editor(),
    before: async page => {
      await page.locator('.cm-content').waitFor();
      await settled(page);
    },
  },
  {
    name: 'strategy-editor-save',
    path: MISTAKES,
    api: editor(),
    before: openDialog,
    keepsHeight: true,
  },
  {
    name: 'strategy-editor-conflict',
    path: MISTAKES,
    api: editor(strategyToEdit(), CONFLICT),
    before: async page => {
      await openDialog(page);
      await page.getByRole('button', { name: 'Save with 2 problems' }).click();
      await page.getByText(/changed this strategy/).waitFor();
    },
  },
  {
    name: 'strategy-editor-missing',
    path: EDIT,
    api: editor(Reply.error(404, 'NotFoundError', 'strategy "careful-three" does not exist on hub "hub"')),
  },
  { name: 'strategy-editor-narrow', path: MISTAKES, api: editor(), before: settled, ...NARROW },
];
