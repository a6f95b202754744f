import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Asked } from '../../../__testUtils__/renderWithFleet';
import { detail, field, manifest, paste, retype, show } from '../__testUtils__/playedEditor';

beforeEach(() => sessionStorage.clear());

type Policy = Record<string, unknown>;

const edit = (policy: Policy = {}) =>
  show('/_/web/edit', {
    live: () =>
      detail({
        manifest: {
          ...manifest,
          spec: { ...manifest.spec, policy: { ...manifest.spec.policy, ...policy } },
        },
      }),
  });

/** The policy that the scheduler was last asked about. */
const policyIn = (log: readonly Asked[]) => {
  const asked = log.filter(({ path }) => path.endsWith('/what-if')).at(-1);
  return (asked?.body as { spec: { policy: Policy } } | undefined)?.spec.policy;
};
const add = async (name: string) => userEvent.click(await screen.findByText(name));
const labelFields = () => screen.getAllByLabelText('Clusters with labels', { selector: 'input' });
/** Makes a policy that was not asked about yet: an answer that is known is not asked for again. */
const makeItNew = () => retype('How many', '5');

const requiring = (clusterSelectorTerms: readonly object[]) => ({
  affinity: {
    clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms } },
  },
});
const preferring = (propertySorter?: object) => ({
  affinity: {
    clusterAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 10, preference: { labelSelector: {}, ...(propertySorter && { propertySorter }) } },
      ],
    },
  },
});

describe('a rule that is removed', () => {
  it.each([
    ['what was typed in it', 'env = prod'],
    ['what could not be read in it', 'env = prod extra'],
  ])('takes %s along', async (_, text) => {
    const log = edit();
    await add('Add rule');
    await add('Add rule');
    await waitFor(() => expect(labelFields()).toHaveLength(2));
    await paste(labelFields()[0], text);
    await userEvent.click(screen.getByLabelText('Remove rule 1'));
    await waitFor(() => expect(labelFields()).toHaveLength(1));
    expect(labelFields()[0]).toHaveValue('');
    expect(screen.queryByText(/is no requirement on a label/)).toBeNull();
    await makeItNew();
    await waitFor(() =>
      expect(policyIn(log)).toMatchObject({ numberOfClusters: 5, ...requiring([{ labelSelector: {} }]) }),
    );
  });

  it('leaves the others what is typed in them', async () => {
    edit(requiring([{ labelSelector: { matchLabels: { a: '1' } } }, { labelSelector: {} }]));
    await field('How many');
    await paste(labelFields()[1], 'env = prod extra');
    await userEvent.click(screen.getByLabelText('Remove rule 1'));
    await waitFor(() => expect(labelFields()).toHaveLength(1));
    expect(labelFields()[0]).toHaveValue('env = prod extra');
    await add('Add rule');
    await waitFor(() => expect(labelFields()).toHaveLength(2));
    expect(labelFields()[1]).toHaveValue('');
  });
});

it('says that a rule without requirements matches every cluster', async () => {
  edit();
  await add('Add rule');
  const hint = 'An empty rule matches every cluster.';
  expect(await field('Clusters with labels')).toHaveAccessibleDescription(hint);
  await paste(await field('and with properties'), 'kubernetes-fleet.io/node-count > 2');
  await waitFor(() => expect(screen.queryByText(hint)).toBeNull());
  await userEvent.clear(await field('and with properties'));
  await screen.findByText(hint);
  await paste(await field('Clusters with labels'), 'env = prod');
  await waitFor(() => expect(screen.queryByText(hint)).toBeNull());
});

describe('a property that ranks', () => {
  const name = 'resources.kubernetes-fleet.io/available-cpu';

  it('keeps its order when its name is corrected', async () => {
    const log = edit(preferring({ name, sortOrder: 'Ascending' }));
    await retype('Ranked by property', 'a.io/b');
    await waitFor(() =>
      expect(policyIn(log)).toMatchObject(preferring({ name: 'a.io/b', sortOrder: 'Ascending' })),
    );
    expect(screen.getByRole('combobox', { name: 'Best is' })).toHaveTextContent('the least');
  });

  it('begins with the most, and is none without a name', async () => {
    const log = edit(preferring());
    await paste(await field('Ranked by property'), name);
    await waitFor(() => expect(policyIn(log)).toMatchObject(preferring({ name, sortOrder: 'Descending' })));
    await userEvent.clear(await field('Ranked by property'));
    await makeItNew();
    await waitFor(() =>
      expect(policyIn(log)).toEqual({ ...manifest.spec.policy, numberOfClusters: 5, ...preferring() }),
    );
  });
});

it('adds a toleration of one key, and warns of one of every taint', async () => {
  const log = edit();
  await add('Add toleration');
  await waitFor(() =>
    expect(policyIn(log)?.tolerations).toEqual([
      { key: 'gpu', operator: 'Exists' },
      { key: '', operator: 'Equal', effect: 'NoSchedule' },
    ]),
  );
  const [, key] = screen.getAllByLabelText('Key', { selector: 'input' });
  expect(key).not.toHaveAccessibleDescription();
  await userEvent.click(screen.getAllByRole('combobox', { name: 'Value' })[1]);
  await userEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: 'any' }));
  await waitFor(() =>
    expect(key).toHaveAccessibleDescription('Tolerates every taint. Cannot be removed once saved.'),
  );
  await paste(key, 'spot');
  await waitFor(() => expect(key).not.toHaveAccessibleDescription());
});
