import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import { playedSignals } from '../../__testUtils__/playedSignals';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { Route, Routes } from '../../routing';
import { answers, fail, field, retype } from './__testUtils__/playedEditor';
import { EditPlacementPage } from './Page';

beforeEach(() => sessionStorage.clear());

const silence = 'Hub "hub" does not answer: gone. Try again when the hub answers.';
const ON_HUB = ['/placements/validate', '/selection/preview'];

function open() {
  let isReachable = true;
  const known = answers();
  const signals = playedSignals();
  const log = renderWithFleet(
    <Routes>
      <Route path=":scope/:name/edit" element={<EditPlacementPage />} />
    </Routes>,
    asked => {
      const isOnHub = ON_HUB.includes(asked.path);
      if (isOnHub && !isReachable) return fail(503, 'ServiceUnavailableError', silence);
      return { ...(known(asked) as object), ...(!isOnHub && { hub: { name: 'hub', isReachable } }) };
    },
    { at: '/_/web/edit', signals: signals.api },
  );
  return {
    judged: () => log.filter(({ path }) => path === '/placements/validate').length,
    hubIs: (next: boolean) => {
      isReachable = next;
      act(() => signals.send({ hub: 'hub', subjects: [{ kind: 'placement', name: 'web' }] }));
    },
  };
}

it('says in a bar that the hub is away, without what each question met, and asks again when it is back', async () => {
  const { judged, hubIs } = open();
  await field('How many');
  hubIs(false);
  expect(await screen.findByText(/^Hub unreachable/)).toBeVisible();
  await retype('How many', '7');
  await screen.findByText('Not saved');
  const save = () => screen.getByText('Save…');
  expect(save()).toHaveAttribute('aria-disabled', 'true');
  expect(await screen.findByText(/14 objects|not counted: The hub cannot be reached\./)).toBeVisible();
  expect(screen.queryByText(/does not answer/)).toBeNull();
  expect(judged()).toBe(0);
  hubIs(true);
  await waitFor(() => expect(screen.queryByText(/^Hub unreachable/)).toBeNull());
  await waitFor(() => expect(judged()).toBeGreaterThan(0));
  await waitFor(() => expect(save()).not.toHaveAttribute('aria-disabled'));
  expect(await field('How many')).toHaveValue('7');
});
