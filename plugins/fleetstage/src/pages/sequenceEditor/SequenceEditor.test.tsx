import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aSequence, aSequenceStage } from '../../__testUtils__/aSequence';
import { renderWithFleet, type Asked } from '../../__testUtils__/renderWithFleet';
import { Route, Routes } from '../../routing';
import { SequenceEditorPage } from './Page';

const STAMP = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const SPEC = { stages: [{ name: 'testing', fleets: ['testing'], soakDuration: '72h' }] };
const bank = aSequence([aSequenceStage(1, 'testing')], {
  spec: SPEC,
  manifest: {
    apiVersion: 'fleetstage.io/v1alpha1',
    kind: 'RolloutSequence',
    metadata: { name: 'bank' },
    spec: SPEC,
  },
});

const preview = (more: Partial<Schemas['SequencePreview']> = {}): Schemas['SequencePreview'] => ({
  ...STAMP,
  issues: [],
  stages: [{ name: 'testing', number: 1, clusterCount: 2, clusters: ['testing-1', 'testing-2'] }],
  ignored: 0,
  unassigned: { clusterCount: 0, clusters: [] },
  earliestCompletion: '2099-11-23T11:18:00Z',
  ...more,
});

const render = (at: string, answerOf: (body: Schemas['PreviewSequenceRequest']) => unknown) =>
  renderWithFleet(
    <Routes>
      <Route path="fleetstage/sequences/new" element={<SequenceEditorPage />} />
      <Route path="fleetstage/sequences/:scope/:name/edit" element={<SequenceEditorPage />} />
      <Route path="fleetstage/sequences/:scope/:name" element={<p>the page of it</p>} />
    </Routes>,
    ({ method, path, body }: Asked) => {
      if (path === '/sequences/preview') return answerOf(body as Schemas['PreviewSequenceRequest']);
      if (path === '/sequences/bank')
        return method === 'GET' ? { ...STAMP, sequence: bank } : { resourceVersion: '4' };
      if (path === '/version-catalogs') return { ...STAMP, items: [] };
      if (path === '/sequences')
        return method === 'GET'
          ? { ...STAMP, items: [], total: 0, mayCreate: { isAllowed: true } }
          : [201, { name: 'shop' }];
      return {};
    },
    { at },
  );

afterEach(() => sessionStorage.clear());

describe('the editor of a sequence (E/UI-006)', () => {
  it('takes a soak in days, says what the edit cancels before it is saved, and saves what was shown', async () => {
    const log = render('/fleetstage/sequences/_/bank/edit', ({ spec }) =>
      preview({
        edit: {
          class: 'Participants',
          fields: JSON.stringify(spec) === JSON.stringify(SPEC) ? [] : ['stages'],
          cancels: ['bank-cp-1-31-4'],
          moved: [{ cluster: 'testing-2', from: 'testing' }],
          movedCount: 1,
          reordered: [],
        },
      }),
    );
    const soak = await screen.findByRole('textbox', { name: 'Soak time' });
    expect(soak).toHaveValue('3d');
    const match = await screen.findByRole('list', { name: 'Clusters of each stage' });
    expect(within(match).getByText('testing-1 and testing-2')).toBeVisible();
    expect(screen.getByText('Takes 2 clusters now')).toBeVisible();
    await userEvent.clear(soak);
    await userEvent.type(soak, '1d');
    expect(await screen.findByText('Cancels 1 version rollout: bank-cp-1-31-4')).toBeVisible();
    expect(screen.getByText('testing-2: testing → no stage')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save bank?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save, cancel 1 rollout' }));
    expect(await screen.findByText('the page of it')).toBeVisible();
    expect(log.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/sequences/bank',
      body: {
        spec: { stages: [{ name: 'testing', fleets: ['testing'], soakDuration: '24h' }] },
        resourceVersion: '3',
        generation: 1,
      },
    });
  });

  it('says under its field what keeps it from being saved, and adds the stage that is missing', async () => {
    const whole = [
      { name: 'canary', fleets: ['prod'], clusterSelector: { matchLabels: { canary: 'true' } } },
      { name: 'prod', fleets: ['prod'] },
    ];
    const message = 'a fleet of a stage with a clusterSelector needs a last stage without one';
    const log = render('/fleetstage/sequences/_/bank/edit', ({ spec }) =>
      JSON.stringify(spec.stages) === JSON.stringify(whole)
        ? preview()
        : preview({
            issues: [{ code: 'CATCH_ALL_MISSING', severity: 'Error', path: 'spec.stages[0]', message }],
            withCatchAlls: whole,
          }),
    );
    expect(await screen.findByText(/^A fleet of a stage with a clusterSelector needs/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add it' }));
    await waitFor(() =>
      expect(log.filter(({ path }) => path === '/sequences/preview').at(-1)?.body).toMatchObject({
        spec: { stages: whole },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add it' })).not.toBeInTheDocument());
    expect(screen.getByRole('textbox', { name: 'Name of stage 2' })).toHaveValue('prod');
  });

  it('takes a number or a share of failed clusters, says what is wrong under its field, and takes it away (E/RS-018)', async () => {
    const path = 'spec.failurePolicy.maxFailedClusters';
    const message = '"few" failed clusters must be a number from 1, or a share from 1% to 100%';
    const limitOf = ({ spec }: Schemas['PreviewSequenceRequest']) =>
      (spec.failurePolicy as { maxFailedClusters?: unknown } | undefined)?.maxFailedClusters;
    const log = render('/fleetstage/sequences/_/bank/edit', body =>
      limitOf(body) === 'few'
        ? preview({ issues: [{ code: 'FAILURE_LIMIT_OUT_OF_RANGE', severity: 'Error', path, message }] })
        : preview(),
    );
    const asked = () => log.filter(one => one.path === '/sequences/preview').at(-1)?.body;
    const field = await screen.findByRole('textbox', { name: 'Failed clusters that pause a rollout' });
    expect(field).toHaveAccessibleDescription(/Empty: a failed cluster only keeps its stage open/);
    await userEvent.type(field, 'few');
    await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(message)));
    expect(screen.getByRole('button', { name: 'Save…' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.clear(field);
    await userEvent.type(field, '10 %');
    await waitFor(() =>
      expect(asked()).toMatchObject({ spec: { failurePolicy: { maxFailedClusters: '10%' } } }),
    );
    await userEvent.clear(field);
    await userEvent.type(field, '2');
    await waitFor(() => expect(asked()).toMatchObject({ spec: { failurePolicy: { maxFailedClusters: 2 } } }));
    await userEvent.clear(field);
    await waitFor(() => expect(asked()).not.toHaveProperty('spec.failurePolicy'));
  });

  it('creates one', async () => {
    const log = render('/fleetstage/sequences/new', () => preview());
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'shop');
    await userEvent.type(screen.getByRole('textbox', { name: 'Fleets' }), 'edge, testing');
    await userEvent.click(screen.getByRole('button', { name: 'Create…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create shop?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create sequence' }));
    expect(await screen.findByText('the page of it')).toBeVisible();
    expect(log.find(({ method, path }) => method === 'POST' && path === '/sequences')).toMatchObject({
      body: { name: 'shop', spec: { stages: [{ fleets: ['edge', 'testing'], soakDuration: '72h' }] } },
    });
  });
});
