import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet, type Asked } from '../../__testUtils__/renderWithFleet';
import { overrideDraftKey } from '../../model/overrideEditor/base';
import { keepDraft } from '../../model/placementEditor/draft';
import { textOf } from '../../model/placementEditor/placementText';
import { Route, Routes } from '../../routing';
import { OverrideEditorPage } from './Page';

const STAMP = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const YES = { isAllowed: true };
const spec = (replicas: unknown) => ({
  resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'api' }],
  policy: {
    overrideRules: [
      {
        clusterSelector: { clusterSelectorTerms: [] },
        jsonPatchOverrides: [{ op: 'replace', path: '/spec/replicas', value: replicas }],
      },
    ],
  },
});
const manifest = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceOverride',
  metadata: { name: 'replicas', namespace: 'web' },
  spec: spec(2),
};
const match = {
  rules: [],
  variants: [],
  clusterCount: 48,
  matched: 4,
  missingLabels: [],
  missingLabelCount: 0,
};
const detail = {
  ...STAMP,
  override: {
    scope: 'web',
    name: 'replicas',
    kind: 'ResourceOverride',
    uid: 'u',
    resourceVersion: '7',
    objects: [],
    ruleCount: 1,
    matched: 4,
    clusterCount: 48,
    status: { state: 'applied', applied: 4, failed: 0, pending: 0 },
    placements: [],
  },
  manifest,
  spec: manifest.spec,
  labels: {},
  annotations: {},
  match,
  uses: [],
  history: [],
  mayCreate: YES,
  mayUpdate: YES,
  mayDelete: YES,
};

const fail = (status: number, name: string, message: string) => [
  status,
  { error: { name, message }, response: { statusCode: status } },
];

const PROBLEM =
  'ResourceOverrideSnapshot web/replicas-1 cannot be applied to Deployment "api" in namespace "web": rule 1, replace "/spec/replicas": not a number';

const effect = (clusters: string[], more: Partial<Schemas['OverrideEffect']>): Schemas['OverrideEffect'] => ({
  clusters,
  clusterCount: clusters.length,
  overrides: [],
  changes: [],
  changeCount: 0,
  ...more,
});

const answerOf = (effects: Schemas['OverrideEffect'][], changedCount = 4): Schemas['OverrideWhatIf'] => ({
  ...STAMP,
  isNew: false,
  checked: 1,
  total: 1,
  placements:
    effects.length === 0
      ? []
      : [{ scope: '_', name: 'shop', changedCount, sameCount: 48 - changedCount, effects }],
});

const scaledTo = (after: string): Schemas['PreviewChange'] => ({
  change: 'changed',
  kind: 'Deployment',
  namespace: 'web',
  name: 'api',
  fields: [{ path: 'spec.replicas', before: '2', after }],
});

/** As the backend does: the same as on the hub changes nothing, and values are compared. */
function whatIf({ body }: Asked): unknown {
  const asked = body as Schemas['OverrideWhatIfRequest'];
  const value = asked.spec?.policy.overrideRules?.[0]?.jsonPatchOverrides?.[0]?.value;
  if (value === 2) return answerOf([]);
  if (value === 'x') return answerOf([effect(['c1'], { problem: PROBLEM })], 1);
  if (value === 'none') return fail(400, 'InputError', 'spec: cannot be compared');
  const changes = [scaledTo(String(value))];
  return answerOf([effect(['c1', 'c2', 'c3', 'c4'], { changes, changeCount: 1 })]);
}

const show = (at = '/web/replicas/edit', answer: (asked: Asked) => unknown = whatIf) =>
  renderWithFleet(
    <Routes>
      <Route path="new" element={<OverrideEditorPage />} />
      <Route path=":scope/:name/edit" element={<OverrideEditorPage />} />
    </Routes>,
    asked => {
      const { path } = asked;
      if (path === '/overrides') return { ...STAMP, items: [], mayCreate: YES };
      if (path === '/overrides/match') return { ...STAMP, ...match, placements: [] };
      if (path === '/overrides/validate') return { causes: [] };
      if (path === '/overrides/what-if') return answer(asked);
      if (path === '/overrides/web/replicas') return detail;
      return fail(404, 'NotFoundError', `Nothing at ${path}`);
    },
    { at },
  );

const card = async () => within(await screen.findByRole('region', { name: 'What would change' }));

const enter = async (value: string) => {
  const field = await screen.findByLabelText('Value', { selector: 'input, textarea' });
  await userEvent.clear(field);
  await userEvent.paste(value);
};

const asked = (log: readonly Asked[]) => log.filter(({ path }) => path === '/overrides/what-if');

describe('what an override would change as it is typed', () => {
  beforeEach(() => sessionStorage.clear());

  it('says clusters and fields, placement by placement, when the typing stops', async () => {
    const log = show();
    const part = await card();
    expect(await part.findByText('Nothing changes: this is the override as it is on the hub.')).toBeVisible();
    await enter('5');
    expect(await part.findByText('1 placement changes')).toBeVisible();
    expect(part.getByText(/4 of 48 clusters change/)).toBeVisible();
    expect(part.getByText('4 clusters: c1, c2, c3, c4')).toBeVisible();
    const row = part.getByRole('row', { name: /spec\.replicas/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    ).toEqual(['2', '5']);
    const {
      kind,
      namespace,
      name,
      spec: tried,
    } = asked(log).at(-1)!.body as Schemas['OverrideWhatIfRequest'];
    expect({ kind, namespace, name, tried }).toEqual({
      kind: 'ResourceOverride',
      namespace: 'web',
      name: 'replicas',
      tried: spec(5),
    });
  });

  it('shows where it would fail, with object, rule and operation', async () => {
    show();
    await enter('x');
    const part = await card();
    const alert = await part.findByRole('alert');
    expect(within(alert).getByText('Overriding would fail here')).toBeVisible();
    expect(within(alert).getByText(PROBLEM)).toBeVisible();
    expect(part.getByText(/1 of 48 clusters changes, fails on 1/)).toBeVisible();
  });

  it('says before it saves that the effect is not computed yet, and saves without it', async () => {
    show('/web/replicas/edit', question =>
      JSON.stringify(question.body).includes('"value":5') ? new Promise(() => {}) : whatIf(question),
    );
    const part = await card();
    await part.findByText('Nothing changes: this is the override as it is on the hub.');
    await enter('5');
    await userEvent.click(await screen.findByRole('button', { name: 'Save…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/still being computed/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Save changes' })).toBeEnabled();
  });

  it('keeps the last answer beside a text that cannot be compared', async () => {
    show();
    await enter('5');
    const part = await card();
    expect(await part.findByText('1 placement changes')).toBeVisible();
    await enter('none');
    expect(await part.findByText(/spec: cannot be compared$/)).toBeVisible();
    expect(part.getByText('1 placement changes')).toBeVisible();
  });

  it('keeps the last answer beside YAML that cannot be read', async () => {
    const draft = { text: 'kind: [', baseText: textOf(manifest), resourceVersion: '7', savedAt: 0 };
    keepDraft(sessionStorage, overrideDraftKey(undefined, 'web/replicas'), draft);
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
    const part = await card();
    expect(await part.findByText(/^The YAML has an error/)).toBeVisible();
    expect(await part.findByText('Nothing changes: this is the override as it is on the hub.')).toBeVisible();
  });

  it('asks nothing before there is a name', async () => {
    const log = show('/new');
    const part = await card();
    expect(await part.findByText(/^Enter a name to see what changes/)).toBeVisible();
    expect(asked(log)).toEqual([]);
    const name = await screen.findByLabelText('Name', { selector: '#placement-metadata\\.name' });
    await userEvent.click(name);
    await userEvent.paste('fresh');
    await waitFor(() => expect(asked(log)).not.toEqual([]));
    expect(asked(log).at(-1)!.body).toMatchObject({ kind: 'ClusterResourceOverride', name: 'fresh' });
  });

  it('says who may not see it, and what has failed', async () => {
    show(undefined, () => fail(403, 'NotAllowedError', 'You need the permission fleetstage.override.read'));
    const part = await card();
    expect(await part.findByText('You may not see what would change.')).toBeVisible();
    expect(part.getByText('You need the permission fleetstage.override.read')).toBeVisible();
  });

  it('asks again after an error by a click', async () => {
    let isBroken = true;
    show(undefined, one =>
      isBroken ? fail(400, 'InputError', 'There are too many overrides') : whatIf(one),
    );
    const part = await card();
    expect(await part.findByText('There are too many overrides')).toBeVisible();
    isBroken = false;
    await userEvent.click(part.getByRole('button', { name: 'Try again' }));
    expect(await part.findByText(/^Nothing changes/)).toBeVisible();
  });
});
