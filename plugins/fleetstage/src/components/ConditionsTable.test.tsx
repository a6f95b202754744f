import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { ConditionsTable } from './ConditionsTable';

const condition = (type: string, status: 'True' | 'False') => ({
  type,
  status,
  reason: `${type}Reason`,
  message: `${type} is ${status}`,
});

const types = () => screen.getAllByRole('rowheader').map(header => header.textContent);

describe('a table of conditions', () => {
  it('begins with what is not well and folds the rest', async () => {
    const conditions = [
      condition('Scheduled', 'True'),
      condition('Overridden', 'True'),
      condition('Applied', 'False'),
    ];
    renderWithFleet(<ConditionsTable conditions={conditions} caption="Conditions" />, () => ({}));
    await screen.findByText('Applied is False');
    expect(types()).toEqual(['Applied']);
    expect(screen.getByText('False · AppliedReason')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '2 more conditions, all True' }));
    expect(types()).toEqual(['Applied', 'Scheduled', 'Overridden']);
  });

  it('folds nothing where all is well', async () => {
    const conditions = [condition('Scheduled', 'True'), condition('Applied', 'True')];
    renderWithFleet(<ConditionsTable conditions={conditions} caption="Conditions" />, () => ({}));
    await screen.findByText('Applied is True');
    expect(types()).toEqual(['Scheduled', 'Applied']);
  });

  it('leads to the page of what a condition is about', async () => {
    renderWithFleet(
      <ConditionsTable
        conditions={[condition('Overridden', 'False'), condition('Applied', 'False')]}
        caption="Conditions"
        linkOf={({ type }) => (type === 'Overridden' ? '/fleetstage/overrides?q=web' : undefined)}
      />,
      () => ({}),
    );
    expect(await screen.findByRole('link')).toHaveAccessibleName('Overridden');
  });
});
