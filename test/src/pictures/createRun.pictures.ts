import { LOST_HUB } from './data/hub';
import { refused } from './data/people';
import * as data from './data/createRun';
import { overview } from './data/overview';
import { BREAKS, HANGS, Reply, type FixtureApi, type Picture } from './fixtures';

const PATH = '/fleetstage/overview?dialog=create&placement=payments-api';

interface Answers {
  readonly preview?: unknown;
  readonly create?: unknown;
  readonly overview?: unknown;
}

const answer =
  ({ preview = data.preview, create, overview: page = overview() }: Answers = {}): FixtureApi =>
  ({ path, method }) => {
    if (path === '/overview') return page;
    if (path === '/placements') return data.placementPage;
    if (path === '/strategies') return data.strategyList;
    if (path === '/runs/preview') return preview;
    if (path === '/runs' && method === 'POST') return create;
    const summary = data.placements.find(({ name }) => path === `/placements/_/${name}`);
    return summary && data.placementDetail(summary);
  };

/** No run of the placement says which strategy it uses, so one is chosen. */
const chooseStrategy: NonNullable<Picture['before']> = async page => {
  await page.getByRole('combobox', { name: 'Strategy' }).click();
  await page.getByRole('option', { name: 'careful-three' }).click();
};

const withPlan: Picture['before'] = async page => {
  await chooseStrategy(page);
  await page.getByRole('dialog').getByText('production', { exact: true }).waitFor();
};

export const pictures: Picture[] = [
  { name: 'create-run', path: PATH, api: answer(), before: withPlan },
  { name: 'create-run-start', path: '/fleetstage/overview?dialog=create', api: answer() },
  {
    name: 'create-run-loading',
    path: PATH,
    api: answer({ preview: HANGS }),
    before: async page => chooseStrategy(page),
  },
  {
    name: 'create-run-rolling',
    path: '/fleetstage/overview?dialog=create&placement=logging',
    api: answer({ preview: data.brokenPreview }),
    before: async page => {
      await chooseStrategy(page);
      await page.getByText('This run cannot be created').waitFor();
    },
  },
  {
    name: 'create-run-strategy-not-accepted',
    path: PATH,
    api: answer({ preview: data.unacceptedPreview }),
    before: async page => {
      await chooseStrategy(page);
      await page.getByText('This run cannot be created').waitFor();
    },
  },
  { name: 'create-run-problems', path: PATH, api: answer({ preview: data.brokenPreview }), before: withPlan },
  {
    name: 'create-run-200-clusters',
    path: PATH,
    api: answer({ preview: data.hugePreview }),
    before: withPlan,
  },
  {
    name: 'create-run-preview-failed',
    path: PATH,
    api: answer({ preview: Reply.error(500, 'Error', 'The hub did not answer in time') }),
    before: async page => {
      await chooseStrategy(page);
      await page.getByText('The plan could not be loaded').waitFor();
    },
  },
  {
    name: 'create-run-refused',
    path: PATH,
    api: answer({
      create: Reply.error(
        409,
        'ConflictError',
        'name "payments-api-15" is taken: a run of this name exists on hub "fleet-hub-weu"; choose another one',
      ),
    }),
    before: async (page, ...rest) => {
      await withPlan(page, ...rest);
      await page.getByRole('button', { name: 'Create run, 18 clusters' }).click();
      await page.getByText('is taken').waitFor();
    },
  },
  {
    name: 'create-run-forbidden',
    path: PATH,
    api: answer({
      overview: overview({
        mayCreateRun: refused('You need fleetstage.run.create', 'fleetstage.run.create'),
      }),
    }),
    before: async (page, ...rest) => {
      await withPlan(page, ...rest);
      await page.getByRole('button', { name: 'Create run, 18 clusters' }).hover();
      await page.getByRole('tooltip').waitFor();
    },
    // A window that has to grow moves the button away from the pointer.
    height: 1_300,
    keepsPointer: true,
  },
  {
    name: 'create-run-hub-unreachable',
    path: PATH,
    api: answer({ create: BREAKS }),
    hub: LOST_HUB,
    before: withPlan,
  },
  {
    name: 'create-run-kubectl',
    path: PATH,
    api: answer(),
    before: async (page, ...rest) => {
      await withPlan(page, ...rest);
      await page.getByRole('button', { name: 'Same with kubectl' }).click();
      await page.getByText('kubectl apply').waitFor();
    },
  },
  {
    name: 'create-run-narrow',
    path: PATH,
    api: answer(),
    before: withPlan,
    width: 390,
    height: 844,
    keepsHeight: true,
  },
];
