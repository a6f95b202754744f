import type { Page } from 'playwright-core';
import { LOST_HUB, stamp } from './data/hub';
import { ahead } from './data/moments';
import { MAYA, refused } from './data/people';
import { editedManifest, effect, noEffect, selection } from './data/placementParts';
import { detail, placementPage } from './data/placements';
import { HANGS, Reply, type FixtureApi, type Picture } from './fixtures';

const LIST = '/fleetstage/placements';
const NEW = `${LIST}/new`;
const EDIT = `${LIST}/_/checkout-web/edit`;
const NARROW = { width: 390, height: 844 };

interface Answers {
  readonly placement?: unknown;
  readonly whatIf?: unknown;
  readonly selected?: unknown;
  readonly causes?: readonly { readonly field?: string; readonly message: string }[];
  readonly saved?: unknown;
}

const { policy } = editedManifest.spec;
/** A rule that selects every cluster, and a toleration of every taint. */
const careless = {
  ...editedManifest,
  spec: {
    ...editedManifest.spec,
    policy: {
      ...policy,
      affinity: {
        clusterAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{}] },
        },
      },
      tolerations: [...policy.tolerations, { operator: 'Exists' }],
    },
  },
};

const shown = detail('checkout-web', { manifest: editedManifest, moves: 'rolling' });

const isChanged = (body: unknown) => JSON.stringify(body).includes('"maxSkew":2');

function editor({
  placement = shown,
  whatIf,
  selected = selection,
  causes = [],
  saved,
}: Answers = {}): FixtureApi {
  return ({ path, method, body }) => {
    if (path === '/placements' && method === 'GET')
      return placementPage([], { mayCreate: { isAllowed: true } });
    if (path === '/placements/validate') return { causes };
    if (path.endsWith('/what-if')) return whatIf ?? (isChanged(body) ? effect : noEffect);
    if (path === '/selection/preview') return selected;
    if (path === '/placements/_/checkout-web/timeline')
      return {
        ...stamp,
        items: [{ id: '9', at: ahead(1), event: 'placementUpdated', actor: MAYA }],
        total: 1,
      };
    if (path !== '/placements/_/checkout-web') return undefined;
    return method === 'PUT' ? saved : placement;
  };
}

/** Of 48, where nothing changes. */
const ALL_SIX = { stays: 6, gains: 0, loses: 0, without: 42 };

const settled = (page: Page) => page.getByText('not placed').waitFor();

/** The other theme finds the draft of the first. */
async function withoutDraft(page: Page, untilShown = settled): Promise<void> {
  await untilShown(page);
  // The bar of the draft has such a button, and so has the page: that one leaves it.
  if (await page.getByText('Unsaved draft').isVisible())
    await page.getByRole('button', { name: 'Discard' }).last().click();
}

/** Only gold clusters, and more of them in a region, as somebody types it. */
async function typeGold(page: Page): Promise<void> {
  await withoutDraft(page);
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  await page
    .getByRole('textbox', { name: 'Clusters with labels' })
    .first()
    .fill('environment = production, tier = gold');
  await page.getByRole('textbox', { name: 'Max skew' }).fill('2');
  await page.getByText('Not saved', { exact: true }).waitFor();
}

async function change(page: Page): Promise<void> {
  await typeGold(page);
  await page.getByText('3 added').waitFor();
  await page.getByText('Preview only').waitFor();
}

async function openDialog(page: Page, edit = change): Promise<void> {
  await edit(page);
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByRole('dialog').waitFor();
}

const CONFLICT = Reply.error(
  409,
  'ConflictError',
  'Placement "checkout-web" was changed since you opened it',
);

const deniedEditor = editor({
  placement: detail('checkout-web', {
    manifest: editedManifest,
    may: {
      update: refused('You need fleetstage.placement.update for checkout-web', 'fleetstage.placement.update'),
      delete: { isAllowed: true },
      createRun: { isAllowed: true },
      evict: { isAllowed: true },
      setBudget: { isAllowed: true },
    },
  }),
});

export const pictures: Picture[] = [
  { name: 'placement-editor-new', path: NEW, api: editor() },
  {
    name: 'placement-editor-no-namespace',
    path: NEW,
    api: editor(),
    before: async page => {
      const scope = page.getByRole('combobox', { name: 'Scope' });
      await withoutDraft(page, () => scope.waitFor());
      await scope.click();
      await page.getByRole('option', { name: /^Namespaced/ }).click();
      await page.getByRole('textbox', { name: 'Namespace' }).fill('');
      await page.getByText('Enter a namespace to preview').waitFor();
    },
  },
  { name: 'placement-editor', path: EDIT, api: editor(), before: settled },
  {
    name: 'placement-editor-cautions',
    path: EDIT,
    api: editor({
      placement: detail('checkout-web', { manifest: careless, moves: 'rolling' }),
      whatIf: {
        ...noEffect,
        today: effect.then,
        then: effect.then,
        counts: { ...effect.counts, ...ALL_SIX },
      },
    }),
    before: settled,
  },
  {
    name: 'placement-editor-loading',
    path: EDIT,
    api: editor({ placement: HANGS }),
    waitFor: '[aria-busy="true"]',
  },
  { name: 'placement-editor-denied', path: EDIT, api: deniedEditor },
  {
    name: 'placement-editor-denied-open',
    path: EDIT,
    api: deniedEditor,
    before: async page => {
      await page.getByRole('button', { name: 'Try changes' }).click();
      await settled(page);
      await page.getByRole('button', { name: 'Save…' }).focus();
    },
  },
  {
    name: 'placement-editor-refused',
    path: EDIT,
    api: editor({
      causes: [
        { field: 'spec.policy.numberOfClusters', message: 'Invalid value: -1: must be 0 or more' },
        {
          field: 'spec.policy.topologySpreadConstraints[0].maxSkew',
          message: 'Invalid value: 0: must be 1 or more',
        },
      ],
    }),
    before: async page => {
      await withoutDraft(page);
      await page.getByRole('textbox', { name: 'How many' }).fill('-1');
      await page.getByRole('textbox', { name: 'Max skew' }).fill('0');
      await page.getByText('2 problems').waitFor();
      await page.getByText('Correct the marked fields to preview').waitFor();
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  {
    name: 'placement-editor-partial',
    path: EDIT,
    api: editor({
      whatIf: Reply.error(500, 'Error', 'The database does not answer: timeout after 30 s'),
      selected: Reply.error(503, 'ServiceUnavailableError', 'the hub does not answer'),
    }),
    before: page => page.getByText('Preview failed').waitFor(),
  },
  {
    name: 'placement-editor-hub-unreachable',
    path: EDIT,
    api: editor({ placement: shown }),
    hub: LOST_HUB,
    before: settled,
  },
  {
    name: 'placement-editor-yaml',
    path: `${EDIT}?mode=yaml`,
    api: editor(),
    before: async page => {
      await page.locator('.cm-content').waitFor();
      await settled(page);
    },
  },
  {
    name: 'placement-editor-yaml-broken',
    path: `${EDIT}?mode=yaml`,
    api: editor(),
    before: async page => {
      const content = page.locator('.cm-content');
      await content.waitFor();
      await withoutDraft(page);
      await content.click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('x: [');
      await page
        .getByText(/^Line \d+:/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'placement-editor-diff',
    path: EDIT,
    api: editor(),
    before: async page => {
      await change(page);
      await page.getByRole('button', { name: 'Diff' }).click();
      await page.getByText('Changes to save').waitFor();
    },
  },
  {
    name: 'placement-editor-save',
    path: EDIT,
    api: editor(),
    before: page => openDialog(page),
    keepsHeight: true,
  },
  {
    name: 'placement-editor-save-working',
    path: EDIT,
    api: request => {
      const isEdited = request.path.endsWith('/what-if') && isChanged(request.body);
      return isEdited ? HANGS : editor()(request);
    },
    before: page => openDialog(page, typeGold),
    keepsHeight: true,
  },
  {
    name: 'placement-editor-conflict',
    path: EDIT,
    api: editor({ saved: CONFLICT }),
    before: async page => {
      await openDialog(page);
      await page.getByRole('button', { name: /^Save, roll out/ }).click();
      await page.getByText(/changed this placement/).waitFor();
    },
  },
  {
    name: 'placement-editor-draft',
    path: EDIT,
    api: editor(),
    before: async page => {
      await settled(page);
      const offer = page.getByText('Unsaved draft');
      if (await offer.isVisible()) return;
      await change(page);
      await page.reload();
      await settled(page);
      await offer.waitFor();
    },
  },
  { name: 'placement-editor-narrow', path: EDIT, api: editor(), before: settled, ...NARROW },
];
