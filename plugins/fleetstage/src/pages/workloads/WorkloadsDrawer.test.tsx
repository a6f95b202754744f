import {
  coreExtensionData,
  createExtension,
  createFrontendPlugin,
  createRouteRef,
} from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { restoreWidth, setWidth } from '../../__testUtils__/setWidth';
import { WorkloadsDrawer } from './WorkloadsDrawer';

const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const YES = { isAllowed: true };
const NO = { isAllowed: false, reason: 'You need the permission fleetstage.workload.logs for placement web' };
const BASE = '/placements/_/web/clusters/weu-1/workloads';
const CAUSE = 'ImagePullBackOff: image app:bad cannot be pulled';
const pod: Schemas['Workload'] = {
  version: 'v1',
  kind: 'Pod',
  namespace: 'web',
  name: 'app-1-x',
  health: 'failing',
  message: CAUSE,
  containers: ['app', 'proxy'],
  children: [],
};
const tree: Schemas['Workloads'] = {
  ...stamp,
  cluster: 'weu-1',
  isCut: false,
  mayReadLogs: YES,
  objects: [
    {
      group: 'apps',
      version: 'v1',
      kind: 'Deployment',
      namespace: 'web',
      name: 'app',
      health: 'failing',
      message: CAUSE,
      children: [pod],
    },
    { version: 'v1', kind: 'Service', namespace: 'web', name: 'app', health: 'missing', children: [] },
    { version: 'v1', kind: 'Secret', namespace: 'web', name: 'key', health: 'healthy', children: [] },
  ],
};
const detail = (patch: Partial<Schemas['WorkloadDetail']> = {}): Schemas['WorkloadDetail'] => ({
  ...stamp,
  ...pod,
  isPlaced: false,
  conditions: [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady', message: 'no' }],
  events: [{ type: 'Warning', reason: 'Failed', message: 'Failed to pull image', count: 3, at: stamp.asOf }],
  live: { apiVersion: 'v1', kind: 'Pod' },
  mayReadLogs: YES,
  ...patch,
});
const refused = (status: number, name: string, message: string) => [
  status,
  { error: { name, message }, response: { statusCode: status } },
];

function show(
  answers: { tree?: unknown; detail?: unknown; log?: unknown },
  at = '/?workloads=weu-1',
  app: Parameters<typeof renderWithFleet>[2] = {},
) {
  return renderWithFleet(
    <WorkloadsDrawer placement={{ scope: '_', name: 'web' }} />,
    ({ path }) => {
      if (path === BASE) return answers.tree ?? tree;
      return path.endsWith('/logs') ? answers.log : (answers.detail ?? detail());
    },
    { at, ...app },
  );
}

/** As much of Backstage's Kubernetes plugin as others see of it. */
const kubernetesPage = createRouteRef();
const kubernetes = createFrontendPlugin({
  pluginId: 'kubernetes',
  routes: { kubernetes: kubernetesPage },
  extensions: [
    createExtension({
      // Where the app of tests has pages.
      attachTo: { id: 'app/root', input: 'elements' },
      output: [coreExtensionData.reactElement, coreExtensionData.routePath, coreExtensionData.routeRef],
      factory: () => [
        coreExtensionData.reactElement(<div />),
        coreExtensionData.routePath('/kubernetes'),
        coreExtensionData.routeRef(kubernetesPage),
      ],
    }),
  ],
});
const component = (name: string, annotations: Record<string, string>) => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: { name, namespace: 'default', annotations },
});
const WEB = { 'fleetstage.io/placement': 'web' };
const entities = [
  component('shop', { ...WEB, 'backstage.io/kubernetes-id': 'shop' }),
  component('without-tab', WEB),
  component('other', { 'fleetstage.io/placement': 'api', 'backstage.io/kubernetes-id': 'api' }),
];

const POD = '/?workloads=weu-1&object=%2Fv1%2FPod%2Fweb%2Fapp-1-x';

restoreWidth();

describe('the drawer of workloads', () => {
  it('shows the tree with causes, and the parts of what is chosen', async () => {
    show({});
    const nav = await screen.findByRole('navigation', { name: 'Objects' });
    expect(
      within(nav)
        .getAllByRole('button')
        .map(one => one.textContent),
    ).toEqual([
      expect.stringContaining('Deployment web/app'),
      expect.stringContaining(`Pod app-1-x${CAUSE}`),
      expect.stringContaining('Service web/appMissing'),
      expect.stringContaining('Secret web/key'),
    ]);
    await userEvent.click(within(nav).getByRole('button', { name: /app-1-x/ }));
    expect(await screen.findByText('Created by a controller')).toBeVisible();
    expect(screen.getByText('False · ContainersNotReady')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: /Events/ }));
    expect(await screen.findByText('Failed to pull image')).toBeVisible();
    expect(screen.getByText('3 times')).toBeVisible();
  });

  it('begins with what fails, where there is room beside the tree', async () => {
    setWidth(1440);
    show({});
    expect(await screen.findByRole('heading', { level: 3, name: 'Pod web/app-1-x' })).toBeVisible();
    expect(screen.getByRole('button', { name: /app-1-x/ })).toHaveAttribute('aria-current', 'true');
  });

  it('names the keys of a Secret and no value, and says which fields differ', async () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', data: { token: 'Kioq' } };
    const differences = [{ path: '/data/token', valueInHub: 'hidden', valueInMember: 'hidden too' }];
    show(
      { detail: detail({ kind: 'Secret', live: secret, desired: secret, isPlaced: true, differences }) },
      `${POD}&part=yaml`,
    );
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Live' })).toBeVisible();
    expect(document.body).toHaveTextContent(/# token: not shown/);
    expect(document.body).not.toHaveTextContent('Kioq');
    await userEvent.click(screen.getByRole('button', { name: 'Diff' }));
    expect(await screen.findByText('/data/token')).toBeVisible();
  });

  it('links to the Kubernetes plugin of Backstage where it is installed', async () => {
    show({}, undefined, { entities, features: [kubernetes] });
    const link = await screen.findByRole('link', { name: 'shop in the Kubernetes plugin' });
    expect(link).toHaveAttribute('href', '/catalog/default/component/shop/kubernetes');
    expect(screen.getAllByRole('link', { name: /Kubernetes plugin/ })).toHaveLength(1);
  });

  it('links to no plugin that is not installed', async () => {
    show({}, undefined, { entities });
    await screen.findByRole('navigation', { name: 'Objects' });
    expect(screen.queryByRole('link', { name: /Kubernetes plugin/ })).toBeNull();
  });

  it('shows a log with how it ended, and asks for another container', async () => {
    const asked = show(
      { detail: detail({ containers: ['app', 'proxy'] }), log: { text: 'begun\n' } },
      `${POD}&part=logs`,
    );
    expect(await screen.findByRole('region', { name: 'Log of app' })).toBeVisible();
    await userEvent.click(screen.getByRole('combobox', { name: 'Container' }));
    await userEvent.click(await screen.findByRole('option', { name: 'proxy' }));
    expect(await screen.findByRole('region', { name: 'Log of proxy' })).toBeVisible();
    const logs = asked.filter(({ path }) => path.endsWith('/logs'));
    expect(logs.at(-1)?.search).toContain('container=proxy');
    expect(logs.at(-1)?.search).toContain('follow=true');
  });

  it('says why a log cannot be shown', async () => {
    show(
      { log: refused(429, 'TooManyLogsError', 'You have 4 logs open; close one first') },
      `${POD}&part=logs`,
    );
    expect(await screen.findByText('There is no log: You have 4 logs open; close one first')).toBeVisible();
  });

  it('asks for no log without the permission', async () => {
    const asked = show({ detail: detail({ mayReadLogs: NO }) }, `${POD}&part=logs`);
    expect(await screen.findByText('You may not read this log')).toBeVisible();
    expect(screen.getByText(NO.reason)).toBeVisible();
    expect(asked.some(({ path }) => path.endsWith('/logs'))).toBe(false);
  });

  it.each([
    ['nothing placed', { ...tree, objects: [] }, 'Nothing placed here'],
    ['no permission', refused(403, 'NotAllowedError', 'You need it'), /You need it/],
    [
      'a silent cluster',
      refused(503, 'ServiceUnavailableError', 'Cluster weu-1 cannot be reached: gone'),
      /cannot be reached/,
    ],
  ])('has a state for %s', async (_, answer, text) => {
    show({ tree: answer });
    expect(await screen.findByText(text)).toBeVisible();
  });
});
