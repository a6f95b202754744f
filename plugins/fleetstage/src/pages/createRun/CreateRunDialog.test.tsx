import { renderInTestApp } from '@backstage/frontend-test-utils';
import '@testing-library/jest-dom';
import { FleetClient, type Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fleetApiRef } from '../../api/fleetApiRef';
import { FleetProvider } from '../../api/FleetProvider';
import { CreateRunDialog } from './CreateRunDialog';
import type { RunSuggestion } from './useRunForm';

configure({ asyncUtilTimeout: 60_000 });
const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const preview: Schemas['RunPreview'] = {
  ...stamp,
  suggestedName: 'web-7',
  mayCreate: { isAllowed: true },
  problems: [],
  plan: { clusters: 2, stages: 1, removed: 0, waitSeconds: 0, approvals: 1 },
  stages: [
    {
      name: 'canary',
      clusters: ['weu-1', 'weu-2'],
      slots: 1,
      waves: 2,
      gatesBefore: [],
      gatesAfter: [{ kind: 'approval' }],
    },
  ],
};
const strategies = {
  ...stamp,
  items: [{ scope: '_', name: 'careful', resourceVersion: '1', stages: ['canary'], spec: {} }],
};

type Answer = readonly [status: number, body: unknown];
const refusal = (status: number, name: string, message: string): Answer => [
  status,
  { error: { name, message }, response: { statusCode: status } },
];

let server: Server;
let answers: Record<string, Answer>;
let sent: unknown[];
/** The preview is answered after it. */
let isPlanned: Promise<void>;

beforeEach(async () => {
  isPlanned = Promise.resolve();
  sent = [];
  answers = {
    'GET /placements': [200, { ...stamp, items: [], total: 0 }],
    'GET /placements/_/web': [
      200,
      { ...stamp, placement: { name: 'web', moves: 'runs', snapshots: [], history: [], runs: [] } },
    ],
    'GET /strategies': [200, strategies],
    'POST /runs/preview': [200, preview],
  };
  server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const key = `${request.method} ${new URL(request.url ?? '', 'http://x').pathname}`;
    if (key === 'POST /runs') sent.push(JSON.parse(Buffer.concat(chunks).toString()));
    if (key === 'POST /runs/preview') await isPlanned;
    const [status, body] = answers[key] ?? refusal(404, 'NotFoundError', key);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
});

function open(permit?: Schemas['Permit'], suggestion: RunSuggestion = { placement: 'web' }) {
  const { port } = server.address() as AddressInfo;
  const client = new FleetClient({
    discoveryApi: { getBaseUrl: async () => `http://127.0.0.1:${port}` },
    fetchApi: { fetch },
  });
  renderInTestApp(
    <FleetProvider>
      <CreateRunDialog suggestion={suggestion} permit={permit} onClose={() => undefined} />
    </FleetProvider>,
    { apis: [[fleetApiRef, client]] },
  );
}

const createButton = () => screen.findByRole('button', { name: 'Create run, 2 clusters' });

describe('the create-run dialog', () => {
  it('keeps what was typed and says the cause when the hub refuses', async () => {
    answers['POST /runs'] = refusal(409, 'ConflictError', 'A run named web-8 exists');
    open();
    await createButton();
    const name = screen.getByRole('textbox', { name: 'Name' });
    expect(name).toHaveValue('web-7');
    await userEvent.clear(name);
    await userEvent.type(name, 'web-8');
    await userEvent.click(await createButton());
    expect(await screen.findByText('A run named web-8 exists')).toBeVisible();
    const typed = screen.getByRole('textbox', { name: 'Name' });
    expect(typed).toHaveValue('web-8');
    expect(typed).toHaveFocus();
    expect(typed).toHaveAccessibleDescription('A run named web-8 exists');
    expect(await createButton()).toHaveAttribute('aria-disabled', 'true');
    expect(sent).toEqual([{ name: 'web-8', placement: 'web', strategy: 'careful', state: 'Run' }]);
    await userEvent.type(typed, '0');
    await waitFor(() => expect(screen.queryByText('A run named web-8 exists')).toBeNull());
    expect(await createButton()).not.toHaveAttribute('aria-disabled');
  });

  it('leaves the name alone while somebody is in its field, and suggests one after that', async () => {
    let plan = () => {};
    isPlanned = new Promise(resolve => (plan = resolve));
    open();
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await screen.findByText('careful');
    await userEvent.click(name);
    act(plan);
    await createButton();
    expect(name).toHaveValue('');
    await userEvent.tab();
    expect(name).toHaveValue('web-7');
  });

  it('sends nothing for somebody who may not, and says what is lacking', async () => {
    open({ isAllowed: false, reason: 'You need fleetstage.run.create' });
    const button = await createButton();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    expect(await screen.findByText('You need fleetstage.run.create')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('only prepares a run that would fail', async () => {
    answers['POST /runs/preview'] = [
      200,
      {
        ...preview,
        problems: [{ message: 'Run "web-6" is under way with other stages.', run: 'web-6', isFatal: true }],
      },
    ];
    answers['POST /runs'] = [201, { scope: '_', name: 'web-7' }];
    answers['GET /placements/_/web'] = [
      200,
      {
        ...stamp,
        placement: { name: 'web', moves: 'runs', run: 'web-6', snapshots: [], history: [], runs: [] },
      },
    ];
    open();
    await screen.findByRole('button', { name: 'Create anyway, prepare only' });
    expect(screen.getByRole('radio', { name: /^Start now/ })).toBeDisabled();
    expect(screen.getByText('Unavailable: the run would fail to prepare')).toBeVisible();
    expect(screen.queryByText(/Waits until/)).toBeNull();
    expect(screen.getByText('The run would fail to prepare: 1 problem').parentElement).toHaveTextContent(
      'Run web-6 is under way with other stages.',
    );
    expect(screen.getByRole('link', { name: 'web-6' })).toHaveAttribute('href', '/fleetstage/runs/_/web-6');
    await userEvent.click(screen.getByRole('button', { name: 'Create anyway, prepare only' }));
    await waitFor(() => expect(sent).toMatchObject([{ state: 'Initialize' }]));
  });

  it('says of waves how many clusters they have at most, and links the run that is ahead', async () => {
    const [stage] = preview.stages;
    const stages = [{ ...stage, clusters: ['weu-1', 'weu-2', 'weu-3'], slots: 2, waves: 2 }];
    answers['POST /runs/preview'] = [200, { ...preview, stages }];
    answers['GET /placements/_/web'] = [
      200,
      {
        ...stamp,
        placement: { name: 'web', moves: 'runs', run: 'web-6', snapshots: [], history: [], runs: [] },
      },
    ];
    open();
    expect(await screen.findByText('2 waves of up to 2, by name')).toBeVisible();
    expect(screen.getByRole('link', { name: 'web-6' })).toHaveAttribute(
      'href',
      expect.stringMatching(/runs\/_\/web-6$/),
    );
  });

  it('says that the plan did not load where it could not be asked for, instead of that it loads', async () => {
    answers['POST /runs/preview'] = refusal(422, 'InputError', 'Nobody can plan this.');
    open();
    expect(await screen.findByText('The plan could not be loaded')).toBeVisible();
    expect(screen.getByText('Nobody can plan this.')).toBeVisible();
    await userEvent.hover(screen.getByRole('button', { name: 'Create run' }));
    expect(await screen.findByText('The plan could not be loaded. Try again.')).toBeVisible();
  });

  it('reports a bad name before it is sent', async () => {
    open();
    await createButton();
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' X');
    expect(await screen.findByText('A name is made of a-z, 0-9, - and dots.')).toBeVisible();
    expect(await createButton()).toHaveAttribute('aria-disabled', 'true');
  });

  it('creates nothing for a placement that rolling update, and says so in the words of people', async () => {
    answers['GET /placements/_/web'] = [
      200,
      { ...stamp, placement: { name: 'web', moves: 'rolling', snapshots: [], history: [], runs: [] } },
    ];
    answers['POST /runs/preview'] = [
      200,
      { ...preview, problems: [{ message: 'Spec.placementName: web has RollingUpdate', isFatal: true }] },
    ];
    open();
    const words =
      'This placement uses a rolling update. Change its rollout strategy to External first; that cannot be undone.';
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    const button = screen.getByRole('button', { name: 'Create run' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    expect(sent).toEqual([]);
    expect(screen.queryByText(/Spec\.placementName/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Create anyway/ })).toBeNull();
  });

  it.each([
    [{ placement: 'gone' }, 'There is no placement gone on this hub. Choose another one.'],
    [{ placement: 'web', strategy: 'gone' }, 'There is no strategy gone on this hub. Choose another one.'],
  ])('creates nothing of what does not exist: %j', async (suggestion, words) => {
    answers['GET /placements/_/gone'] = refusal(404, 'NotFoundError', 'no such placement');
    answers['POST /runs/preview'] = [
      200,
      { ...preview, problems: [{ message: 'Spec.placementName: gone', isFatal: true }] },
    ];
    open(undefined, suggestion);
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Create run' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('button', { name: /^Create anyway/ })).toBeNull();
  });

  it('creates nothing by a strategy that the placement does not accept, and says which it accepts', async () => {
    const reason = 'Placement "web" does not accept strategy "careful": use one of slow';
    const problems = [{ message: 'Spec.stagedRolloutStrategyName: careful', isFatal: true }];
    answers['POST /runs/preview'] = [200, { ...preview, problems, mayCreate: { isAllowed: false, reason } }];
    open();
    expect(await screen.findByText('Correct the marked field to see the plan.')).toBeVisible();
    expect(screen.getAllByText(reason).length).toBeGreaterThan(0);
    const button = screen.getByRole('button', { name: 'Create run' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    expect(sent).toEqual([]);
    expect(screen.queryByRole('button', { name: /^Create anyway/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Same with kubectl' })).toBeNull();
  });

  it('says which permission is lacking without a field to correct', async () => {
    const reason =
      'You need the permission fleetstage.run.create for runs of placement web by strategy careful';
    answers['POST /runs/preview'] = [
      200,
      { ...preview, mayCreate: { isAllowed: false, reason, permission: 'fleetstage.run.create' } },
    ];
    open();
    expect(
      await within(await screen.findByRole('region', { name: 'Plan' })).findByText(reason),
    ).toBeVisible();
    expect(screen.queryByText('Correct the marked field to see the plan.')).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Strategy' })).not.toHaveAccessibleDescription(reason);
  });

  it('creates one run for a double click', async () => {
    answers['POST /runs'] = [201, { scope: '_', name: 'web-7' }];
    open();
    const button = await createButton();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    act(() => {
      fireEvent.click(button);
      fireEvent.click(button);
    });
    await waitFor(() => expect(sent).not.toEqual([]));
    await screen.findByText('web-7 created');
    expect(sent).toHaveLength(1);
  });
});
