import type { Entity } from '@backstage/catalog-model';
import { screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { Names, Person, usePersonName } from './Person';

/** As a toast says it, beside as a gate shows it. */
const Both = ({ of }: { of: string }) => {
  const nameOf = usePersonName();
  const [said, say] = useState('');
  useEffect(() => {
    nameOf({ ref: of }).then(say, say);
  }, [nameOf, of]);
  return (
    <>
      <p>said {said}</p>
      <p>
        shown <Person person={{ ref: of }} />
      </p>
    </>
  );
};

describe('the name of a person', () => {
  it.each([
    ['user:development/guest', 'guest'],
    ['user:default/maya', 'maya'],
    ['kubectl', 'someone with kubectl'],
  ])('%s is the same in a toast and in a gate', async (ref, name) => {
    renderWithFleet(<Both of={ref} />, () => ({}));
    expect(await screen.findByText(`said ${name}`)).toBeVisible();
    expect(screen.getByText(`shown ${name}`)).toBeVisible();
  });

  it('is what the catalog shows of each of several', async () => {
    renderWithFleet(
      <p>
        <Names refs={['group:default/platform', 'user:development/guest', 'team-edge']} />
      </p>,
      () => ({}),
      { entities: [] as Entity[] },
    );
    const last = await screen.findByText('team-edge');
    expect(last.parentElement).toHaveTextContent('platform, guest, team-edge');
  });
});
