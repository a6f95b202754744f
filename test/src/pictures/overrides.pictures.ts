import type { ClusterResourceOverrideSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { Page } from 'playwright-core';
import { BREAKS, HANGS, Reply, type FixtureApi, type Picture } from './fixtures';
import {
  failingOverride,
  failingWhatIf,
  matchAnswer,
  overrideDetail,
  overridePage,
  overrideTimeline,
  whatIfAnswer,
} from './data/overrides';
import { ago } from './data/moments';
import { OWNED } from './data/owners';
import { refused } from './data/people';
import { checkoutRows, detail } from './data/placements';
import { page as placementPage } from './placements.pictures';

const PATH = '/fleetstage/overrides';
const ONE = `${PATH}/_/tiers`;
const FAILING = `${PATH}/payments/replicas`;
const NARROW = { width: 390, height: 844 };
const NO = (verb: string) =>
  refused(`You need the permission fleetstage.override.${verb}`, `fleetstage.override.${verb}`);
const GONE = Reply.error(404, 'NotFoundError', 'override "tiers" does not exist on hub "hub"');
const FORBIDDEN = Reply.error(403, 'NotAllowedError', 'You need the permission fleetstage.override.read');

const list =
  (reply: unknown): FixtureApi =>
  ({ path }) =>
    path === '/overrides' ? reply : undefined;

const one =
  (reply: unknown = overrideDetail(), causes: readonly object[] = [], effect?: unknown): FixtureApi =>
  ({ path, body }) => {
    if (path === '/overrides') return overridePage();
    if (path === '/overrides/match') return matchAnswer((body as { spec: ClusterResourceOverrideSpec }).spec);
    if (path === '/overrides/validate') return { causes };
    if (path === '/overrides/what-if')
      return effect ?? whatIfAnswer(body as Schemas['OverrideWhatIfRequest']);
    if (path.endsWith('/timeline')) return overrideTimeline;
    return path === '/overrides/_/tiers' || path === '/overrides/payments/replicas' ? reply : undefined;
  };

const matched = (page: Page) => page.getByText(/of 10 clusters match$/).waitFor();
const nothingChanges = (page: Page) => page.getByText(/^Nothing changes/).waitFor();
const changes = (page: Page, text: RegExp | string) => page.getByText(text).waitFor();

/** The other theme finds the draft of the first. */
async function withoutDraft(page: Page): Promise<void> {
  await matched(page);
  await changes(page, /^Nothing changes|placement changes$/);
  const draft = page.getByRole('button', { name: 'Discard' }).last();
  if (await page.getByText('Unsaved draft').isVisible()) await draft.click();
}

async function type(page: Page): Promise<void> {
  await withoutDraft(page);
  await page.getByRole('textbox', { name: 'Value' }).nth(1).fill('silver');
  await page.getByText('Not saved', { exact: true }).waitFor();
}

async function typeAndSee(page: Page): Promise<void> {
  await type(page);
  await changes(page, '1 placement changes');
}

const DIFFERING = 'aks-weu-prd-01';

/** What differs where: on purpose, by overrides, and by accident. */
const differingRows = checkoutRows.map(row => {
  if (!row.isPicked) return row;
  const tiers = { scope: '_', name: 'tiers', snapshot: 'tiers-2', rules: [0, 1] };
  if (row.cluster !== DIFFERING) return { ...row, overrides: [tiers] };
  return {
    ...row,
    overrides: [tiers, { scope: 'checkout', name: 'replicas', snapshot: 'replicas-2', rules: [0] }],
    drifted: [
      {
        group: 'apps',
        version: 'v1',
        kind: 'Deployment',
        namespace: 'checkout',
        name: 'web',
        reason: 'Drifted',
        message: '',
        since: ago(12),
        differences: [
          { path: '/spec/replicas', wanted: '6', found: '2' },
          { path: '/metadata/labels/owner', found: 'jonas' },
        ],
      },
    ],
  };
});

export const pictures: Picture[] = [
  { name: 'overrides', path: PATH, api: list(overridePage()) },
  { name: 'overrides-loading', path: PATH, api: list(HANGS), waitFor: '[aria-busy="true"]' },
  { name: 'overrides-empty', path: PATH, api: list(overridePage([])) },
  { name: 'overrides-filtered-empty', path: `${PATH}?q=nothing`, api: list(overridePage()) },
  { name: 'overrides-error', path: PATH, api: list(BREAKS) },
  { name: 'overrides-forbidden', path: PATH, api: list(FORBIDDEN) },
  { name: 'overrides-may-not-create', path: PATH, api: list(overridePage(undefined, NO('create'))) },
  { name: 'override', path: ONE, api: one() },
  { name: 'override-failed', path: FAILING, api: one(failingOverride()) },
  { name: 'override-narrow', path: ONE, api: one(), ...NARROW },
  {
    name: 'override-delete',
    path: ONE,
    api: one(),
    before: async page => {
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('dialog').waitFor();
      await page.getByText(/^Without it, as/).waitFor();
    },
  },
  { name: 'override-gone', path: ONE, api: one(GONE) },
  { name: 'override-editor-new', path: `${PATH}/new`, api: one(), before: matched },
  { name: 'override-editor', path: `${ONE}/edit`, api: one(), before: withoutDraft },
  {
    name: 'override-editor-yaml',
    path: `${ONE}/edit?mode=yaml`,
    api: one(),
    before: async page => {
      await page.locator('.cm-content').waitFor();
      await matched(page);
      await nothingChanges(page);
    },
  },
  { name: 'override-editor-effects', path: `${ONE}/edit`, api: one(), before: typeAndSee },
  {
    name: 'override-editor-effects-failing',
    path: `${ONE}/edit?mode=yaml`,
    api: one(undefined, [], failingWhatIf()),
    before: page => changes(page, 'Overriding would fail here'),
  },
  {
    name: 'override-editor-effects-loading',
    path: `${ONE}/edit?mode=yaml`,
    api: one(undefined, [], HANGS),
    before: matched,
  },
  {
    name: 'override-editor-effects-error',
    path: `${ONE}/edit?mode=yaml`,
    api: one(undefined, [], BREAKS),
    before: page => changes(page, 'What would change cannot be shown'),
  },
  {
    name: 'override-editor-effects-forbidden',
    path: `${ONE}/edit?mode=yaml`,
    api: one(undefined, [], FORBIDDEN),
    before: page => changes(page, 'You may not see what would change'),
  },
  {
    name: 'override-editor-refused',
    path: `${ONE}/edit`,
    api: one(undefined, [
      {
        field: 'spec.policy.overrideRules[0].jsonPatchOverrides[1].path',
        message:
          'Invalid value: "string": of metadata only annotations and labels can be overridden; correct the path',
      },
    ]),
    before: async page => {
      await typeAndSee(page);
      await page.getByText('1 field must be corrected').waitFor();
    },
  },
  {
    name: 'override-editor-save',
    path: `${ONE}/edit`,
    api: one(),
    before: async page => {
      await typeAndSee(page);
      await page.getByRole('button', { name: 'Save…' }).click();
      await page.getByRole('dialog').waitFor();
    },
    keepsHeight: true,
  },
  {
    name: 'override-editor-denied',
    path: `${ONE}/edit`,
    api: one(overrideDetail({ mayUpdate: NO('update') })),
  },
  {
    name: 'override-on-clusters',
    path: `/fleetstage/placements/_/checkout-web?cluster=${DIFFERING}`,
    api: placementPage('checkout-web', detail('checkout-web'), differingRows),
    entities: OWNED,
    height: 1400,
  },
  { name: 'override-editor-missing', path: `${ONE}/edit`, api: one(GONE) },
  {
    name: 'override-editor-narrow',
    path: `${ONE}/edit`,
    api: one(),
    before: withoutDraft,
    ...NARROW,
  },
];
