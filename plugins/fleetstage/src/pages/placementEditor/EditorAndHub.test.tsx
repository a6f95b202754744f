import '@testing-library/jest-dom';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { playedSignals } from '../../__testUtils__/playedSignals';
import { usePlacement } from '../../api/placementQueries';
import { draftKey, keepDraft } from '../../model/placementEditor/draft';
import { textOf } from '../../model/placementEditor/placementText';
import { useGo } from '../../routing';
import { change, detail, fail, field, manifest, retype, show } from './__testUtils__/playedEditor';

beforeEach(() => sessionStorage.clear());

const withNumber = (numberOfClusters: number) => ({
  ...manifest,
  spec: { ...manifest.spec, policy: { ...manifest.spec.policy, numberOfClusters } },
});

/** What somebody else has made of the placement. */
const theirs = detail({ generation: 4, resourceVersion: '9', manifest: withNumber(5) });

/** The editor beside a hub that changes. */
function play(lines?: readonly Schemas['TimelineEvent'][]) {
  const signals = playedSignals();
  let live = detail();
  const log = show('/_/web/edit', { live: () => live, lines }, { signals: signals.api });
  const becomes = async (next: typeof live) => {
    const asked = () => log.filter(({ path, method }) => path === '/placements/_/web' && method === 'GET');
    const before = asked().length;
    live = next;
    act(() => signals.send({ hub: 'hub', subjects: [{ kind: 'placement', name: 'web' }] }));
    await waitFor(() => expect(asked().length).toBeGreaterThan(before));
  };
  return { log, becomes };
}

/** Without a moment in which the field is empty, which would move it to the end of the text. */
const replace = async (name: string, digit: string) =>
  userEvent.type(await field(name), digit, { initialSelectionStart: 0, initialSelectionEnd: 1 });
const save = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Save…' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Save(,| changes)/ }));
  await screen.findByText('Elsewhere');
};
const conflictBar = () => screen.queryByText(/changed this placement/);

describe('a draft of an earlier visit', () => {
  const keep = (generation: number, more: object = {}) =>
    keepDraft(sessionStorage, draftKey(undefined, '_/web'), {
      text: textOf(withNumber(8)),
      baseText: textOf(manifest),
      resourceVersion: '7',
      generation,
      savedAt: Date.now(),
      ...more,
    });

  it('goes on where nobody has changed the placement since', async () => {
    keep(3);
    show('/_/web/edit');
    await userEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
    expect(await field('How many')).toHaveValue('8');
    expect(screen.getByText('Not saved')).toBeVisible();
    expect(conflictBar()).toBeNull();
  });

  it.each([
    ['spec', theirs, 'numberOfClusters: 5'],
    [
      'labels',
      detail({ manifest: { ...manifest, metadata: { name: 'web', labels: { team: 'red' } } } }),
      'team: red',
    ],
  ])('takes back nothing of others unseen where they have changed the %s since', async (_, live, line) => {
    keep(3);
    const log = show('/_/web/edit', { live: () => live });
    await userEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
    expect(await screen.findByText(/changed this placement/)).toBeVisible();
    expect(await field('How many')).toHaveValue('8');
    expect(screen.getByRole('button', { name: 'Save…' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
    expect(await screen.findByText(line)).toBeVisible();
    await save();
    const { generation, resourceVersion } = live.placement;
    expect(log.find(({ method }) => method === 'PUT')?.body).toMatchObject({ generation, resourceVersion });
  });

  it('is as far behind after it was taken up and left again', async () => {
    keep(2, { resourceVersion: '5' });
    const { becomes } = play();
    await userEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
    await screen.findByText(/changed this placement/);
    await becomes(theirs);
    expect(sessionStorage.getItem(draftKey(undefined, '_/web'))).toContain('"generation":2');
  });

  it('is none any more where the hub has what it says', async () => {
    keep(3);
    const { becomes } = play();
    await screen.findByText(/^Unsaved draft from/);
    await becomes(detail({ generation: 4, resourceVersion: '9', manifest: withNumber(8) }));
    await waitFor(() => expect(screen.queryByText(/^Unsaved draft from/)).toBeNull());
    await retype('How many', '7');
    expect(sessionStorage.getItem(draftKey(undefined, '_/web'))).toContain('numberOfClusters: 7');
  });
});

describe('a change on the hub', () => {
  it('is followed while nothing is typed', async () => {
    const { log, becomes } = play();
    expect(await field('How many')).toHaveValue('2');
    await becomes(theirs);
    await waitFor(async () => expect(await field('How many')).toHaveValue('5'));
    expect(screen.queryByText('Not saved')).toBeNull();
    await retype('How many', '6');
    await screen.findByText('Not saved');
    expect(conflictBar()).toBeNull();
    await save();
    expect(log.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      generation: 4,
      resourceVersion: '9',
    });
  });

  it('leaves what is typed, and is followed when that is taken back', async () => {
    const { becomes } = play();
    await replace('How many', '3');
    await screen.findByText('Not saved');
    await becomes(theirs);
    await screen.findByText(/changed this placement/);
    expect(await field('How many')).toHaveValue('3');
    await replace('How many', '2');
    await waitFor(() => expect(conflictBar()).toBeNull());
    await waitFor(async () => expect(await field('How many')).toHaveValue('5'));
  });

  it('ends a refused save when it is followed', async () => {
    let live = detail();
    show('/_/web/edit', {
      live: () => live,
      onPut: () => {
        live = theirs;
        return fail(409, 'ConflictError', 'was changed since you opened it');
      },
    });
    await replace('How many', '3');
    await screen.findByText('Not saved');
    await userEvent.click(screen.getByRole('button', { name: 'Save…' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Save(,| changes)/ }));
    await screen.findByText(/changed this placement/);
    await replace('How many', '2');
    await waitFor(async () => expect(await field('How many')).toHaveValue('5'));
    await replace('How many', '6');
    await screen.findByText('Not saved');
    expect(conflictBar()).toBeNull();
  });

  it('is not followed backwards: a replica may lag behind', async () => {
    const { becomes } = play();
    expect(await field('How many')).toHaveValue('2');
    await becomes(theirs);
    await waitFor(async () => expect(await field('How many')).toHaveValue('5'));
    await becomes(detail());
    await becomes(detail());
    expect(await field('How many')).toHaveValue('5');
  });

  it('replaces rules that have been typed before and taken back', async () => {
    const { becomes } = play();
    const rule = (labelSelector: object) => ({
      ...manifest,
      spec: {
        ...manifest.spec,
        policy: {
          ...manifest.spec.policy,
          affinity: {
            clusterAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ labelSelector }] },
            },
          },
        },
      },
    });
    await field('How many');
    await becomes(detail({ generation: 4, resourceVersion: '9', manifest: rule({}) }));
    await retype('Clusters with labels', 'a = b');
    await screen.findByText('Not saved');
    await userEvent.clear(await field('Clusters with labels'));
    await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull());
    await becomes(
      detail({ generation: 5, resourceVersion: '10', manifest: rule({ matchLabels: { a: 'b' } }) }),
    );
    await waitFor(async () => expect(await field('Clusters with labels')).toHaveValue('a = b'));
  });

  const later = '2026-11-20T11:19:00Z';

  it.each([
    ['whose change it is', [change({ at: later, generation: 4 })], /maya changed this placement/i],
    ['nobody for a change of before', [change()], /^Someone changed/],
  ])('names %s', async (_, lines, words) => {
    const { becomes } = play(lines);
    await retype('How many', '3');
    await screen.findByText('Not saved');
    await becomes(theirs);
    await screen.findByText(/changed this placement/);
    await waitFor(() => expect(conflictBar()).toHaveTextContent(words));
  });
});

/** Another page about the placement, which keeps its answer. */
const Elsewhere = () => {
  const go = useGo();
  usePlacement({ scope: '_', name: 'web' });
  return (
    <>
      <h1>Elsewhere</h1>
      <button onClick={() => go('/_/web/edit')}>Edit</button>
    </>
  );
};

describe('an editor that is opened with an answer of before', () => {
  const saveThenEdit = async (after: () => unknown) => {
    let live: () => unknown = detail;
    show(
      '/_/web/edit',
      {
        live: () => live(),
        onPut: () => {
          live = after;
          return { resourceVersion: '9' };
        },
      },
      { elsewhere: <Elsewhere /> },
    );
    await retype('How many', '5');
    await screen.findByText('Not saved');
    await save();
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  };

  it('waits for the one that is on its way', async () => {
    let reply: (value: unknown) => void = () => undefined;
    await saveThenEdit(() => new Promise(resolve => (reply = resolve)));
    await screen.findByRole('heading', { name: 'Edit web' });
    expect(screen.queryByRole('textbox', { name: 'How many' })).toBeNull();
    act(() => reply(theirs));
    expect(await field('How many')).toHaveValue('5');
    expect(screen.queryByText('Not saved')).toBeNull();
  });

  it.each([
    ['fails', () => fail(500, 'Error', 'the database sleeps')],
    ['does not come', () => new Promise(() => {})],
  ])('begins with what there is where another %s', async (_, after) => {
    await saveThenEdit(after);
    expect(await field('How many')).toHaveValue('2');
  });
});
