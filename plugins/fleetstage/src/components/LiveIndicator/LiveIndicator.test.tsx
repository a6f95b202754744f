import { act, screen, waitFor } from '@testing-library/react';
import { aRun, aStage } from '../../__testUtils__/aRun';
import { playedSignals, type Message } from '../../__testUtils__/playedSignals';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { useHold } from '../../api/FleetProvider';
import { useRun } from '../../api/runQueries';
import { LiveIndicator } from './LiveIndicator';

const stages = [
  aStage('all', { total: 1, clusters: [{ name: 'weu-1', state: 'updating' }], counts: { updating: 1 } }),
];
const stamp = () => ({ asOf: new Date().toISOString(), hub: { name: 'weu', isReachable: true } });
const about = (kind: string, name: string): Message => ({ hub: 'weu', subjects: [{ kind, name }] });
const OWN = about('run', 'web-1');

const Page = ({ isHeld = false }: { isHeld?: boolean }) => {
  const { data, error } = useRun({ scope: '_', name: 'web-1' });
  useHold(isHeld);
  return (
    <>
      <LiveIndicator />
      <p>{data?.run.state}</p>
      {error && <p>failed</p>}
    </>
  );
};

/** What the backend answers can be changed while the page is open. */
function open(first: unknown, element = <Page />) {
  const signals = playedSignals();
  let answer = first;
  const log = renderWithFleet(element, () => answer, { signals: signals.api });
  return {
    log,
    send: (message: Message) => act(() => signals.send(message)),
    answerWith: (next: unknown) => {
      answer = next;
    },
  };
}

const answerOf = (more: Parameters<typeof aRun>[1] = {}) => ({ ...stamp(), run: aRun(stages, more) });

beforeEach(() => sessionStorage.clear());

describe('the live indicator', () => {
  it('is not live when a refresh fails, whatever the status, and live again with the next answer', async () => {
    const page = open(answerOf());
    await screen.findByText('updating');
    page.send(OWN);
    expect(await screen.findByText('Live')).toBeVisible();
    page.answerWith([503, { error: { name: 'Error', message: 'away' } }]);
    page.send(OWN);
    expect(await screen.findByText(/^Not live\. Data from .*\. Trying again in \d+ s$/)).toBeVisible();
    page.answerWith(answerOf());
    page.send(OWN);
    expect(await screen.findByText('Live')).toBeVisible();
  });

  it('stays live where the backend says why it gives no answer', async () => {
    const page = open(answerOf());
    await screen.findByText('updating');
    page.send(OWN);
    expect(await screen.findByText('Live')).toBeVisible();
    const error = { name: 'ServiceUnavailableError', message: 'Ask again in a minute' };
    page.answerWith([503, { error, response: { statusCode: 503 } }]);
    page.send(OWN);
    expect(await screen.findByText('failed')).toBeVisible();
    expect(screen.getByText('Live')).toBeVisible();
  });

  it('is not live when the answers say that the hub is lost', async () => {
    const hub = { name: 'weu', isReachable: false, since: '2026-11-20T11:02:00Z' };
    open({ ...answerOf(), hub });
    expect(await screen.findByText(/^Not live\. Hub not reached since /)).toBeVisible();
  });

  it('announces changes on screen only', async () => {
    const page = open(answerOf());
    await screen.findByText('updating');
    page.send(about('cluster', 'use-7'));
    page.send(OWN);
    await waitFor(() => expect(page.log.length).toBeGreaterThan(1));
    expect(await screen.findByText('Live')).toBeVisible();
    page.answerWith(answerOf({ state: 'stopped' }));
    page.send(OWN);
    expect(await screen.findByText('stopped')).toBeVisible();
    expect(await screen.findByText('Live, changed just now')).toBeVisible();
  });

  it('counts behind a dialog what the page is about, each once', async () => {
    const page = open(answerOf(), <Page isHeld />);
    await screen.findByText('updating');
    expect(screen.getByText('Paused')).toBeVisible();
    page.send(about('cluster', 'use-7'));
    page.send(about('run', 'web-2'));
    expect(screen.getByText('Paused')).toBeVisible();
    page.send(OWN);
    page.send(OWN);
    page.send(about('cluster', 'weu-1'));
    expect(await screen.findByRole('button', { name: 'Paused, 2 changes' })).toBeVisible();
  });

  it('asks at once when the browser says that the network is gone', async () => {
    const page = open(answerOf());
    await screen.findByText('updating');
    page.send(OWN);
    expect(await screen.findByText('Live')).toBeVisible();
    page.answerWith([503, {}]);
    act(() => {
      window.dispatchEvent(new Event('offline'));
    });
    expect(await screen.findByText(/^Not live/)).toBeVisible();
  });
});
