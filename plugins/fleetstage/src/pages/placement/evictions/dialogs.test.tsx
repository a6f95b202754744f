import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aPlacement } from '../../../__testUtils__/aPlacement';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import { usePlacement } from '../../../api/placementQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import type { Budget } from '../../../model/evictions/budget';
import { BudgetDialog } from './BudgetDialog';
import { EvictDialog } from './EvictDialog';

const KEY = { scope: '_', name: 'web' };
const budget = (minAvailable: number, resourceVersion: string): Budget => ({
  ...{ minAvailable, limit: 'minAvailable', scaled: minAvailable, total: 3, available: 3, allowed: 0 },
  ...{ uid: 'u1', resourceVersion, sentence: `needs ${minAvailable} of 3 available, 3 are: blocked` },
});
const manifest = { spec: { policy: { placementType: 'PickN', numberOfClusters: 3 } } };
const stamp = () => ({ asOf: new Date().toISOString(), hub: { name: 'weu', isReachable: true } });

const Page = ({ children }: { children: (placement: ReturnType<typeof aPlacement>) => JSX.Element }) => (
  <AsyncBoundary query={usePlacement(KEY)} what="this placement">
    {({ placement }) => children(placement)}
  </AsyncBoundary>
);

it('a budget that somebody else has changed keeps what was typed, and is saved on top of theirs', async () => {
  const written: unknown[] = [];
  let theirs = budget(2, '1');
  renderWithFleet(
    <Page>{placement => <BudgetDialog placement={placement} onClose={() => undefined} />}</Page>,
    ({ method, path, body }) => {
      if (path.endsWith('/budget/what-if')) return { ...stamp(), budget: budget(1, '') };
      if (method !== 'PUT')
        return {
          ...stamp(),
          placement: aPlacement({
            name: 'web',
            manifest,
            evictions: { total: 0, waiting: 0, budget: theirs },
          }),
        };
      written.push(body);
      if (written.length > 1) return { resourceVersion: '3' };
      theirs = budget(3, '2');
      const error = { name: 'ConflictError', message: 'written since you opened it' };
      return [409, { error, response: { statusCode: 409 } }];
    },
  );
  const dialog = within(await screen.findByRole('dialog'));
  const value = dialog.getByLabelText('Number or share');
  await userEvent.clear(value);
  await userEvent.type(value, '1');
  const save = () => dialog.getByRole('button', { name: 'Save budget' });
  await userEvent.click(save());
  expect(await dialog.findByText(/changed it meanwhile: needs 3 of 3/)).toBeVisible();
  expect(save()).toBeDisabled();
  expect(value).toHaveValue('1');
  await userEvent.click(dialog.getByRole('button', { name: 'Keep mine' }));
  await userEvent.click(save());
  await waitFor(() =>
    expect(written).toEqual([
      { limits: { minAvailable: 1 }, resourceVersion: '1' },
      { limits: { minAvailable: 1 }, resourceVersion: '2' },
    ]),
  );
});

it('an eviction with the taint writes the taint first, beside those that are there', async () => {
  const written: unknown[] = [];
  const other = { key: 'gpu', effect: 'NoSchedule' };
  renderWithFleet(
    <Page>{placement => <EvictDialog placement={placement} cluster="c1" />}</Page>,
    ({ method, path, body }) => {
      if (method !== 'GET') {
        written.push([method, path, body]);
        return { resourceVersion: '8', name: 'web-c1' };
      }
      if (path.endsWith('/eviction')) {
        const sequel = { returns: false, instead: ['c4'], found: 3, wanted: 3 };
        return {
          ...stamp(),
          ...{ cluster: 'c1', verdict: 'executed', isAllowed: true, reason: 'no budget protects it' },
          ...{ mayEvict: { isAllowed: true }, mayTaint: { isAllowed: true }, moves: 'rolling', runs: [] },
          taint: { key: 'fleetstage.io/evicted', effect: 'NoSchedule' },
          ...{ after: sequel, afterTaint: sequel },
        };
      }
      if (path === '/clusters/c1')
        return { ...stamp(), cluster: { name: 'c1', taints: [other], resourceVersion: '7', generation: 4 } };
      return {
        ...stamp(),
        placement: aPlacement({ name: 'web', manifest, evictions: { total: 0, waiting: 0 } }),
      };
    },
  );
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('c4 is picked instead')).toBeVisible();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Taint c1 first' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'rack 4');
  await userEvent.click(await dialog.findByRole('button', { name: 'Taint and evict' }));
  await waitFor(() =>
    expect(written).toEqual([
      [
        'PUT',
        '/clusters/c1',
        {
          taints: [other, { key: 'fleetstage.io/evicted', effect: 'NoSchedule' }],
          ...{ resourceVersion: '7', generation: 4 },
        },
      ],
      ['POST', '/placements/_/web/evictions', { cluster: 'c1', reason: 'rack 4' }],
    ]),
  );
});
