import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import { aRun, aStage } from '../__testUtils__/aRun';
import { playedSignals } from '../__testUtils__/playedSignals';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { useApprovalCount, useRun } from '../api/runQueries';
import { AsyncBoundary } from './AsyncBoundary';
import { LiveIndicator } from './LiveIndicator/LiveIndicator';
import { PermitButton } from './PermitButton';

const Page = () => {
  const query = useRun({ scope: '_', name: 'web-1' });
  return (
    <>
      <LiveIndicator />
      <p>{useApprovalCount()} approvals</p>
      <AsyncBoundary query={query} what="this run">
        {() => <PermitButton permit={{ isAllowed: true }}>Approve</PermitButton>}
      </AsyncBoundary>
    </>
  );
};

it('bar, header and buttons go by one source where two answers of a page differ about the hub', async () => {
  const asOf = new Date().toISOString();
  const lost = { name: 'weu', isReachable: false, since: '2026-11-20T11:02:00Z' };
  let answerLater = (_: unknown) => {};
  const later = new Promise(resolve => {
    answerLater = resolve;
  });
  renderWithFleet(
    <Page />,
    ({ path }) => (path === '/approvals' ? later : { asOf, hub: lost, run: aRun([aStage('all')], {}) }),
    { signals: playedSignals().api },
  );
  expect(await screen.findByText(/unreachable since/)).toBeVisible();
  expect(screen.getByText(/^Not live\. Hub not reached since/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
  answerLater({ asOf, hub: { name: 'weu', isReachable: true }, items: [], forYou: 3, forOthers: 0 });
  expect(await screen.findByText('3 approvals')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/unreachable since/)).toBeNull());
  expect(screen.queryByText(/^Not live/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Approve' })).not.toHaveAttribute('aria-disabled');
});
