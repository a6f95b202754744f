import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import type { Placement } from '../../../model/placement/now';
import { useUrlState } from '../../../routing';
import { CauseBar } from './CauseBar';

const CAUSES = [
  'Picked',
  'AffinityMismatch',
  'UntoleratedTaint',
  'NotEligible',
  'ScoredTooLow',
  'NotNeeded',
  'Leaving',
  'Held',
];
const placement = {
  causes: CAUSES.map((cause, i) => ({ cause, clusters: CAUSES.length - i })),
  decided: { total: 36, picked: 9, notPicked: 27 },
} as unknown as Placement;

const Bar = () => {
  const [cause] = useUrlState('cause');
  return (
    <>
      <CauseBar placement={placement} />
      <p>cause {cause}</p>
    </>
  );
};

describe('the bar of causes', () => {
  it('names the causes that it folds, and each of them filters', async () => {
    renderWithFleet(<Bar />, () => ({}));
    const folded = await screen.findByRole('button', { name: '6 for 3 other causes' });
    folded.focus();
    await userEvent.keyboard('{Enter}');
    const menu = await screen.findByRole('menu', { name: 'Other causes' });
    const items = within(menu).getAllByRole('menuitemcheckbox');
    expect(items.map(({ textContent }) => textContent)).toEqual(['3 not needed', '2 leaving', '1 undecided']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await screen.findByText('cause Leaving');
    await waitFor(() => expect(folded).toHaveFocus());
    await userEvent.click(folded);
    const chosen = await screen.findByRole('menuitemcheckbox', { name: '2 leaving' });
    expect(chosen).toBeChecked();
    await userEvent.click(chosen);
    await screen.findByText('cause');
  });
});
