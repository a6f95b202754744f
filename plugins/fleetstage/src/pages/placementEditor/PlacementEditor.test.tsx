import '@testing-library/jest-dom';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { draftKey, keepDraft } from '../../model/placementEditor/draft';
import { Route, Routes } from '../../routing';
import {
  answers,
  detail,
  fail,
  field,
  manifest,
  paste,
  retype,
  show,
  whatIf,
  YES,
} from './__testUtils__/playedEditor';
import { EditPlacementPage } from './Page';

beforeEach(() => sessionStorage.clear());

/** Patience on a busy machine, in ms. */
const BUSY = { timeout: 30_000 };

describe('the placement editor', () => {
  it('gives up what it asks while somebody types on, and keeps the last answer meanwhile', async () => {
    const before = answers();
    const asked: (() => void)[] = [];
    const givenUp: string[] = [];
    let isFirst = true;
    let isAnswered = false;
    renderWithFleet(
      <Routes>
        <Route path=":scope/:name/edit" element={<EditPlacementPage />} />
      </Routes>,
      request => {
        if (!request.path.endsWith('/what-if') || isFirst || isAnswered) {
          isFirst &&= !request.path.endsWith('/what-if');
          return before(request);
        }
        return new Promise(resolve => asked.push(() => resolve(before(request))));
      },
      { at: '/_/web/edit', onGivenUp: ({ path }) => givenUp.push(path) },
    );
    await screen.findByText('3 of 3 clusters found');
    expect(await screen.findByText('Preview only', {}, BUSY)).toBeVisible();
    await retype('How many', '7');
    expect(await screen.findByText('Updating the preview', {}, BUSY)).toBeVisible();
    expect(screen.getByText('3 of 3 clusters found')).toBeVisible();
    // On a busy machine the emptied field is asked about, too; only the newest question is ever open.
    const isOneOpen = () => expect(asked.length - givenUp.length).toBe(1);
    await waitFor(isOneOpen, BUSY);
    const before5 = asked.length;
    await userEvent.type(await field('How many'), '5');
    await waitFor(() => expect(asked.length).toBeGreaterThan(before5), BUSY);
    await waitFor(isOneOpen, BUSY);
    expect(new Set(givenUp)).toEqual(new Set(['/placements/_/web/what-if']));
    // On a busy machine the last key may still be asked about.
    isAnswered = true;
    asked.forEach(reply => reply());
    await screen.findByText('Preview only', {}, BUSY);
  });

  it('shows the placement as a form, its count and what it would do', async () => {
    show('/_/web/edit');
    expect(await field('How many')).toHaveValue('2');
    expect(screen.getByRole('combobox', { name: 'Pick' })).toHaveAttribute('aria-disabled', 'true');
    await screen.findByText(/14 objects, 212 KiB/);
    await screen.findByText('3 of 3 clusters found');
    expect(screen.getByText('Rollout to 1 cluster starts immediately.')).toBeVisible();
    expect(screen.getByText('weu-3')).toBeVisible();
  });

  it('says once that nothing is changed', async () => {
    const rollout = { ...whatIf.rollout, kind: 'none' as const, message: 'No cluster changes.', begins: [] };
    const nothingChanges = 'Nothing is changed.';
    show('/_/web/edit', { effect: () => ({ ...whatIf, items: [], nothingChanges, rollout }) });
    expect(await screen.findByText(nothingChanges)).toBeVisible();
    expect(screen.queryByText(rollout.message)).toBeNull();
  });

  it('asks again for a preview that failed', async () => {
    let isAway = true;
    show('/_/web/edit', { effect: () => (isAway ? fail(422, 'InputError', 'Nobody can say.') : whatIf) });
    expect(await screen.findByText('Preview failed')).toBeVisible();
    expect(screen.getByText('Nobody can say.')).toBeVisible();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('3 of 3 clusters found')).toBeVisible();
  });

  it('lets tolerations only be added, and says so', async () => {
    show('/_/web/edit');
    await screen.findByText(/Existing tolerations cannot be changed or removed/);
    const key = await field('Key');
    expect(key).toBeDisabled();
    expect(screen.queryByRole('button', { name: /Remove toleration/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Add toleration' }));
    expect(await screen.findByRole('button', { name: 'Remove toleration 2' })).toBeVisible();
  });

  it('asks the scheduler with what is typed, and saves it with what nobody knows', async () => {
    const log = show('/_/web/edit');
    await retype('How many', '3');
    await screen.findByText('Not saved');
    await waitFor(() =>
      expect(log.filter(({ path }) => path.endsWith('/what-if')).at(-1)?.body).toMatchObject({
        spec: { policy: { numberOfClusters: 3 } },
      }),
    );
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save…' })).not.toHaveAttribute('aria-disabled'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Save…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/1 added, 2 unchanged/)).toBeVisible();
    await userEvent.click(await dialog.findByRole('button', { name: 'Save, roll out to 1 cluster' }));
    await screen.findByText('Elsewhere');
    expect(log.find(({ method }) => method === 'PUT')?.body).toEqual({
      spec: { ...manifest.spec, policy: { ...manifest.spec.policy, numberOfClusters: 3 } },
      resourceVersion: '7',
      generation: 3,
    });
    expect(sessionStorage).toHaveLength(0);
  });

  it('says on the button what it takes away, and names the clusters', async () => {
    const rollout = { ...whatIf.rollout, leaves: ['weu-1'] };
    const counts = { ...whatIf.counts, stays: 1, loses: 1 };
    show('/_/web/edit', { effect: () => ({ ...whatIf, counts, rollout }) });
    await retype('How many', '3');
    await screen.findByText('Not saved');
    await userEvent.click(screen.getByRole('button', { name: 'Save…' }));
    const dialog = within(await screen.findByRole('dialog'));
    const both = 'Save, roll out to 1 cluster, remove from 1 cluster';
    expect(await dialog.findByRole('button', { name: both })).toBeVisible();
    expect(dialog.getByText('Removed from weu-1.')).toBeVisible();
  });

  it('says since when the hub does not answer', async () => {
    const hub = { ...detail().hub, isReachable: false, reason: 'connecting timed out' };
    const lost = answers();
    renderWithFleet(
      <Routes>
        <Route path=":scope/:name/edit" element={<EditPlacementPage />} />
      </Routes>,
      // Each answer says how the hub is.
      async asked => {
        const answer: unknown = await lost(asked);
        return typeof answer === 'object' && answer !== null && 'hub' in answer ? { ...answer, hub } : answer;
      },
      { at: '/_/web/edit' },
    );
    expect(await screen.findByText(/connecting timed out/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save…' })).toHaveAttribute('aria-disabled', 'true');
  });

  it.each([
    ['The effect on clusters is still being computed. You can save without it.', () => new Promise(() => {})],
    [
      'Could not calculate the effect on clusters: the database sleeps',
      () => fail(500, 'Error', 'the database sleeps'),
    ],
  ])('says before it saves: %s', async (words, then) => {
    show('/_/web/edit', {
      effect: ({ body }) => ((body as typeof manifest).spec.policy.numberOfClusters === 3 ? then() : whatIf),
    });
    await retype('How many', '3');
    await screen.findByText('Not saved');
    await userEvent.click(screen.getByRole('button', { name: 'Save…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(words)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Save changes' })).toBeEnabled();
  });

  it('puts what the hub would refuse under its field, and does not save', async () => {
    show('/_/web/edit', {
      causes: [{ field: 'spec.policy.numberOfClusters', message: 'must be 0 or more' }],
    });
    await retype('How many', '9');
    await screen.findByText('The hub would refuse this: 1 problem');
    expect(await field('How many')).toHaveAccessibleDescription('Must be 0 or more');
    expect(screen.getByText('Correct the marked fields to preview the placement.')).toBeVisible();
    const save = screen.getByRole('button', { name: 'Save…' });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Go to first' }));
    await waitFor(async () => expect(await field('How many')).toHaveFocus());
  });

  it('keeps rules that cannot be read in their field, with the reason', async () => {
    const log = show('/_/web/edit');
    await userEvent.click(await screen.findByRole('button', { name: 'Add rule' }));
    await paste(await field('Clusters with labels'), 'env = prod extra');
    expect(await field('Clusters with labels')).toHaveAccessibleDescription(/is no requirement on a label/);
    // Not what the first text went through on its way: an answer that is known is not asked for again.
    await retype('Clusters with labels', 'tier = gold');
    await waitFor(() =>
      expect(JSON.stringify(log.filter(({ path }) => path.endsWith('/what-if')))).toContain(
        '"matchLabels":{"tier":"gold"}',
      ),
    );
  });

  it('says who was faster when saving, compares, and then saves', async () => {
    let live = detail();
    let isFirst = true;
    const log = show('/_/web/edit', {
      live: () => live,
      onPut: () => {
        if (!isFirst) return { resourceVersion: '10' };
        isFirst = false;
        const spec = { ...manifest.spec, revisionHistoryLimit: 5 };
        live = detail({ generation: 4, resourceVersion: '9', manifest: { ...manifest, spec } });
        return fail(409, 'ConflictError', 'was changed since you opened it');
      },
    });
    await retype('How many', '3');
    const save = () => screen.getByRole('button', { name: 'Save…' });
    await userEvent.click(save());
    await userEvent.click(await screen.findByRole('button', { name: /^Save(,| changes)/ }));
    await screen.findByText(/changed this placement/);
    expect(await field('How many')).toHaveValue('3');
    await waitFor(() =>
      expect(
        log.filter(({ path, method }) => path === '/placements/_/web' && method === 'GET').length,
      ).toBeGreaterThan(1),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
    await screen.findByText('Changes to save');
    expect(screen.getByText(/revisionHistoryLimit: 5/)).toBeVisible();
    await userEvent.click(save());
    await userEvent.click(await screen.findByRole('button', { name: /^Save(,| changes)/ }));
    await screen.findByText('Elsewhere');
    expect(log.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({
      generation: 4,
      resourceVersion: '9',
    });
  });

  it('offers the draft of an earlier visit, and nothing is written over it before', async () => {
    const text = (numberOfClusters: number) =>
      `apiVersion: ${manifest.apiVersion}\nkind: ${manifest.kind}\nmetadata:\n  name: web\nspec:\n  policy:\n    placementType: PickN\n    numberOfClusters: ${numberOfClusters}\n`;
    const key = draftKey(undefined, '_/web');
    keepDraft(sessionStorage, key, { text: text(8), baseText: text(2), savedAt: Date.now() });
    show('/_/web/edit');
    await screen.findByText(/^Unsaved draft from/);
    const count = await field('How many');
    expect(count).toHaveAttribute('readonly');
    // It has the looks of text, and the bar alone says why.
    expect(count.closest('[data-read-only="true"]')).not.toBeNull();
    expect(screen.getAllByText(/read-only/)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Restore draft' }));
    expect(await field('How many')).toHaveValue('8');
    expect((await field('How many')).closest('[data-read-only]')).toBeNull();
    expect(sessionStorage.getItem(key)).toContain('numberOfClusters: 8');
  });

  it('explains why it cannot be saved by whoever may not', async () => {
    const may = {
      update: { isAllowed: false, reason: 'You need fleetstage.placement.update' },
      delete: YES,
      createRun: YES,
      evict: YES,
      setBudget: YES,
    };
    const message = 'You may not look at the objects of the hub here. You need fleetstage.placement.create';
    show('/_/web/edit', {
      live: () => detail({ may }),
      preview: fail(403, 'NotAllowedError', message),
    });
    expect(await screen.findByText('You need fleetstage.placement.update')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute(
      'href',
      expect.stringMatching(/placements\/_\/web$/),
    );
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try changes' }));
    await screen.findByText(`not counted: ${message}`);
    await screen.findByText(/you cannot save them. You need fleetstage.placement.update/);
    await userEvent.click(await screen.findByRole('button', { name: 'Save…' }));
    await screen.findByText('You need fleetstage.placement.update');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('A/SCH-059 asks nothing about a placement in a namespace before the namespace is written', async () => {
    const log = show('/new');
    const asked = () =>
      log
        .filter(({ path }) => path === '/placements/what-if' || path === '/selection/preview')
        .map(({ path, body }) => [path, (body as { scope?: string }).scope]);
    await userEvent.type(await field('Name'), 'fresh');
    await userEvent.click(screen.getByRole('combobox', { name: 'Scope' }));
    await userEvent.click(await screen.findByRole('option', { name: /^Namespaced/ }));
    await userEvent.clear(await field('Namespace'));
    await userEvent.click(screen.getByRole('button', { name: 'Add selector' }));
    await screen.findByText('Enter a namespace to preview the placement.');
    await userEvent.click(screen.getByRole('button', { name: 'Create…' }));
    await screen.findByText('Enter a namespace first.');
    expect(asked()).toEqual([]);
    const [, nameOfSelector] = screen.getAllByRole('textbox', { name: 'Name' });
    await userEvent.type(nameOfSelector, 'settings');
    await userEvent.type(await field('Namespace'), 'shop');
    await screen.findByText('3 of 3 clusters found', {}, BUSY);
    await waitFor(
      () =>
        expect(asked()).toEqual(
          expect.arrayContaining([
            ['/placements/what-if', 'shop'],
            ['/selection/preview', 'shop'],
          ]),
        ),
      BUSY,
    );
    expect(asked().filter(([, scope]) => !scope || scope === '_')).toEqual([]);
  });

  it('A/SCH-059 asks nothing about all namespaces when scope and namespace are written without a pause', async () => {
    const log = show('/new');
    const scopes = () =>
      log
        .filter(({ path }) => path === '/selection/preview')
        .map(({ body }) => (body as { scope: string }).scope);
    const change = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
    change(await field('Name'), 'fresh');
    fireEvent.click(screen.getByRole('button', { name: 'Add selector' }));
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Scope' }));
    fireEvent.click(screen.getByRole('option', { name: /^Namespaced/ }));
    change(screen.getByLabelText('Namespace', { selector: 'input' }), 'shop');
    change(screen.getAllByRole('textbox', { name: 'Name' })[1], 'settings');
    await screen.findByText('3 of 3 clusters found', {}, BUSY);
    await waitFor(() => expect(scopes()).toContain('shop'), BUSY);
    expect(scopes()).not.toContain('_');
  });

  it('creates a placement in a namespace', async () => {
    const log = show('/new');
    await userEvent.click(await screen.findByRole('button', { name: 'Create…' }));
    await screen.findByText('Enter a name first.');
    await userEvent.type(await field('Name'), 'fresh');
    await userEvent.click(screen.getByRole('combobox', { name: 'Scope' }));
    await userEvent.click(await screen.findByRole('option', { name: /^Namespaced/ }));
    await retype('Namespace', 'shop');
    await userEvent.click(screen.getByRole('combobox', { name: 'Rollout strategy' }));
    expect((await screen.findAllByRole('option')).map(option => option.textContent)).toEqual([
      'Rolling update',
      'Update runs (External)',
    ]);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Add selector' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create…' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Create(,| placement)/ }));
    await screen.findByText('Elsewhere');
    expect(log.find(({ path, method }) => path === '/placements' && method === 'POST')?.body).toMatchObject({
      scope: 'shop',
      name: 'fresh',
      spec: { resourceSelectors: [{ kind: 'ConfigMap' }], policy: { placementType: 'PickAll' } },
    });
  });
});
