import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { useUrlState } from '../routing';
import { ConfirmDialog } from './ConfirmDialog';
import { FleetLink } from './FleetLink';
import { NowCard } from './NowCard';
import { PageFrame } from './PageFrame';

/** A page whose dialogs have addresses: one leads to a sibling, and each act changes the Now card. */
const Page = () => {
  const [dialog, setDialog] = useUrlState('dialog');
  const [state, setState] = useState('stopped');
  const close = () => setDialog('');
  const act = () => {
    close();
    setTimeout(() => setState('going on'), 50);
  };
  return (
    <PageFrame title="web-1">
      <NowCard
        tone="info"
        title={`It is ${state}`}
        actions={
          state === 'stopped' ? (
            <button onClick={() => setDialog('one')}>Resume</button>
          ) : (
            <button key="next">Next act</button>
          )
        }
      />
      <button onClick={() => setDialog('one')}>Elsewhere</button>
      {dialog === 'one' && (
        <ConfirmDialog
          key="one"
          open
          title="One?"
          confirmLabel="Do it"
          onConfirm={act}
          onClose={close}
          extraAction={<button onClick={() => setDialog('two')}>Sibling</button>}
        >
          text
        </ConfirmDialog>
      )}
      {dialog === 'two' && (
        <ConfirmDialog key="two" open title="Two?" confirmLabel="Do it" onConfirm={act} onClose={close}>
          text
        </ConfirmDialog>
      )}
    </PageFrame>
  );
};

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const expectFocus = (name: string) =>
  waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus());

describe('the focus after a dialog', () => {
  it('is on the button that opened the first of two', async () => {
    renderWithFleet(<Page />, () => ({}));
    await press('Elsewhere');
    await press('Sibling');
    await screen.findByText('Two?');
    await press('Cancel');
    await expectFocus('Elsewhere');
  });

  it('is on the first act of the Now card where an address opened it', async () => {
    renderWithFleet(<Page />, () => ({}), { at: '/?dialog=one' });
    await press('Cancel');
    await expectFocus('Resume');
  });

  it('moves on when the act takes the button away', async () => {
    renderWithFleet(<Page />, () => ({}));
    await press('Resume');
    await press('Do it');
    await expectFocus('Next act');
  });

  it('is on the heading of the page that a link leads to', async () => {
    const Pages = () => {
      const [page] = useUrlState('page');
      return page === '' ? (
        <FleetLink to="/?page=approvals">Review</FleetLink>
      ) : (
        <PageFrame title="Approvals">text</PageFrame>
      );
    };
    renderWithFleet(<Pages />, () => ({}));
    await userEvent.click(await screen.findByRole('link', { name: 'Review' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Approvals' })).toHaveFocus());
  });
});
