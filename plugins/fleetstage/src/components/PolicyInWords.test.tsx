import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PolicyInWords } from './PolicyInWords';

const manifest = { spec: { policy: { placementType: 'PickAll', later: 'something' } } };

describe('a policy in words', () => {
  it('is a sentence', () => {
    const { container } = render(<PolicyInWords words="Picks every cluster" manifest={manifest} />);
    expect(container).toHaveTextContent('Picks every cluster.');
  });

  it('shows what it has no words for as YAML, to the keyboard too', async () => {
    const words = 'Picks every cluster, and 1 more rule';
    const { container } = render(<PolicyInWords words={words} manifest={manifest} />);
    expect(container).toHaveTextContent(`${words}.`);
    await userEvent.tab();
    expect(screen.getByText('and 1 more rule')).toHaveFocus();
    await userEvent.hover(screen.getByText('and 1 more rule'));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('later: something');
  });
});
