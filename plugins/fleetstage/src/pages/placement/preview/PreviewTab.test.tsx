import '@testing-library/jest-dom';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aPlacement } from '../../../__testUtils__/aPlacement';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import { Route, Routes } from '../../../routing';
import { PlacementPage } from '../PlacementPage';

const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const change: Schemas['PreviewChange'] = {
  change: 'changed',
  kind: 'Deployment',
  namespace: 'shop',
  name: 'app',
  fields: [{ path: 'spec.replicas', before: '1', after: '3' }],
};
const scale: Schemas['PreviewOverride'] = {
  kind: 'ResourceOverride',
  namespace: 'shop',
  name: 'scale',
  snapshot: 'scale-2',
  rules: [1, 3],
};
const variant = (clusters: string[], more: Partial<Schemas['PreviewVariant']> = {}) => ({
  ...{ clusters, clusterCount: clusters.length, overrides: [], changes: [], changeCount: 0, objectCount: 2 },
  ...more,
});
const preview: Schemas['PlacementPreview'] = {
  ...stamp,
  snapshot: '10',
  clusterCount: 4,
  variantCount: 3,
  sameCount: 2,
  byOverrideCount: [
    { overrides: 0, clusters: 2 },
    { overrides: 1, clusters: 2 },
  ],
  refused: [],
  variants: [
    variant(['a', 'b']),
    variant(['c'], { overrides: [scale], changes: [change], changeCount: 1 }),
    variant(['d'], { overrides: [scale], problem: 'rule 3, remove /spec/none: there is no field "none"' }),
  ],
};

const show = (at: string, answer = preview) =>
  renderWithFleet(
    <Routes>
      <Route path=":scope/:name" element={<PlacementPage />} />
    </Routes>,
    ({ path, search = '' }) => {
      if (path === '/placements/_/web') return { ...stamp, placement: aPlacement({}) };
      if (path.endsWith('/preview/c/diff'))
        return {
          ...stamp,
          cluster: 'c',
          counts: { added: 0, changed: 1, deleted: 0, unchanged: 1 },
          objects: [{ ...change, fields: [{ path: 'spec.replicas', before: '7', after: '3' }] }],
          problems: [{ kind: 'ConfigMap', namespace: 'shop', name: 'big', message: 'too long' }],
          kept: [{ kind: 'Secret', namespace: 'shop', name: 'key', message: 'it is not ours' }],
          isCut: false,
        };
      if (path.endsWith('/preview'))
        return search.includes('cluster=c')
          ? { ...answer, manifests: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }] }
          : answer;
      return [404, { error: { name: 'NotFoundError', message: `Nothing at ${path}` } }];
    },
    { at },
  );

describe('the preview of a placement', () => {
  const card = async (name: string) => within(await screen.findByRole('region', { name }));

  it('shows clusters that get the same as one variant, with overrides, rules and fields', async () => {
    await show('/_/web?tab=preview');
    expect(
      await screen.findByText('2 of 4 clusters get the same, 3 variants.', { exact: false }),
    ).toBeVisible();
    expect((await card('2 clusters without overrides')).getByText('Clusters: a, b')).toBeVisible();
    const [own] = await screen.findAllByRole('region', { name: '1 cluster with 1 override' });
    expect(within(own).getByText('ResourceOverride shop/scale, rules 1, 3')).toBeVisible();
    expect(within(own).getByText('spec.replicas')).toBeVisible();
    expect(
      screen.getByText('Nothing is applied here: rule 3, remove /spec/none', { exact: false }),
    ).toBeVisible();
  });

  it('says how many variants are not listed', async () => {
    await show('/_/web?tab=preview', { ...preview, variantCount: 103 });
    expect(await screen.findByText('100 more variants are not listed.', { exact: false })).toBeVisible();
  });

  it('gives the objects of a cluster, and compares with it', async () => {
    await show('/_/web?tab=preview');
    await userEvent.click(await screen.findByRole('button', { name: 'Objects of c' }));
    expect(await screen.findByText('kind: Namespace', { exact: false })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Compare with c' }));
    expect(await screen.findByText('Compared by a dry run on c.', { exact: false })).toBeVisible();
    expect(screen.getByText('ConfigMap shop/big is refused: too long')).toBeVisible();
    expect(screen.getByText('Secret shop/key stays as it is: it is not ours')).toBeVisible();
  });

  it('is opened from the menu', async () => {
    await show('/_/web');
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Preview per cluster' }));
    expect(await screen.findByRole('tab', { name: 'Preview' })).toHaveAttribute('aria-selected', 'true');
  });
});
