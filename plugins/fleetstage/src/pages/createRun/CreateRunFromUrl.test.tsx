import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet, type Answers } from '../../__testUtils__/renderWithFleet';
import { usePatchedAddress } from '../../routing';
import { CreateRunFromUrl, useOpenCreateRun } from './CreateRunFromUrl';

const answer = {
  asOf: new Date().toISOString(),
  hub: { name: 'weu', isReachable: true },
  items: [],
  total: 0,
};

const answers: Answers = ({ path }) =>
  path.startsWith('/placements/_/')
    ? [404, { error: { name: 'NotFoundError', message: path }, response: { statusCode: 404 } }]
    : answer;

const List = () => {
  const open = useOpenCreateRun();
  const address = usePatchedAddress();
  return (
    <>
      <button onClick={() => open()}>Create run</button>
      <p data-testid="address">{address({})}</p>
      <CreateRunFromUrl />
    </>
  );
};

const address = () => screen.getByTestId('address').textContent;

async function cancelled(at: string): Promise<string | null> {
  renderWithFleet(<List />, answers, { at });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return address();
}

describe('the address after the dialog is cancelled', () => {
  it.each([
    ['the placement of a link', '/?dialog=create&placement=metrics-agent', ''],
    ['all of a roll back', '/?dialog=create&for=web&strategy=careful&snapshot=13', ''],
    [
      'nothing of the list',
      '/?dialog=create&for=web&placement=web&state=failed&q=x',
      '?placement=web&state=failed&q=x',
    ],
  ])('has lost %s', async (_, at, left) => {
    expect(await cancelled(at)).toBe(left);
  });

  it('has kept the filter of the list that it was opened from', async () => {
    renderWithFleet(<List />, answers, { at: '/?placement=web' });
    await userEvent.click(await screen.findByRole('button', { name: 'Create run' }));
    await waitFor(() => expect(address()).toContain('dialog=create'));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(address()).toBe('?placement=web'));
  });
});
