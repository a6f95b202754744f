import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { playedSignals } from '../../__testUtils__/playedSignals';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { useApprovalCount } from '../../api/runQueries';

const Count = ({ page }: { page: number }) => (
  <p>
    {useApprovalCount()} on page {page}
  </p>
);

/** Each page has its own header. */
const Pages = () => {
  const [page, setPage] = useState(1);
  return (
    <>
      <button onClick={() => setPage(page + 1)}>Next</button>
      <Count key={page} page={page} />
    </>
  );
};

afterEach(() => jest.useRealTimers());

it('asks for the number at the Approvals tab once for pages that follow each other, and again where it may have changed', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  let forYou = 3;
  const signals = playedSignals();
  const stamp = { asOf: new Date().toISOString(), hub: { name: 'weu', isReachable: true } };
  const asked = renderWithFleet(<Pages />, () => ({ ...stamp, items: [], forYou, forOthers: 0 }), {
    signals: signals.api,
  });
  expect(await screen.findByText('3 on page 1')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('3 on page 2')).toBeVisible();
  forYou = 4;
  act(() => signals.send({ hub: 'weu', subjects: [{ kind: 'approval', name: 'web-1-canary' }] }));
  await waitFor(() => expect(screen.getByText('4 on page 2')).toBeVisible());
  expect(asked.map(({ path, search }) => `${path}${search}`)).toEqual([
    '/approvals?limit=1',
    '/approvals?limit=1',
  ]);
});
