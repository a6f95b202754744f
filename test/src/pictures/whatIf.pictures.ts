import { detail } from './data/placements';
import { bigWhatIf, nothingTried, triedChange, triedWhatIf } from './data/whatIf';
import { stamp } from './data/hub';
import { HANGS, Reply, type FixtureApi, type Picture } from './fixtures';

const LIST = '/fleetstage/placements';
const encode = (change: object) => Buffer.from(JSON.stringify(change)).toString('base64url');
const at = (change?: object, more = '') =>
  `${LIST}/_/checkout-web?whatif=${change === undefined ? 'new' : encode(change)}${more}`;

const members = ['aks-weu-prd-01', 'aks-neu-prd-03', 'aks-weu-prd-03'].map(name => ({
  name,
  state: 'healthy',
  labels: { environment: 'production', region: name.split('-')[1], tier: 'gold' },
  taints: name.endsWith('03') ? [{ key: 'maintenance', value: 'node-pool', effect: 'NoSchedule' }] : [],
  placements: 3,
  available: 3,
}));

const whatIf =
  (reply: unknown, page = detail('checkout-web')): FixtureApi =>
  ({ path, query }) => {
    if (path === '/placements/_/checkout-web') return page;
    if (path === '/placements/_/checkout-web/what-if') return reply;
    const part = query.get('q') ?? '';
    if (path === '/clusters')
      return { ...stamp, items: members.filter(({ name }) => name.includes(part)), total: 3, labelKeys: [] };
    const cluster = members.find(({ name }) => path === `/clusters/${name}`);
    return cluster && { ...stamp, cluster };
  };

const REFUSED = Reply.error(
  400,
  'InputError',
  'policy.numberOfClusters must be set when placementType is PickN; say how many clusters are wanted',
);
/** Its policy as it is; the what-ifs change one thing of it. */
const POLICY = (detail('checkout-web').placement.manifest.spec as { policy: { numberOfClusters: number } })
  .policy;
const TRIED = { ...triedChange, policy: { ...POLICY, numberOfClusters: 7 } };
const NO_NUMBER = { policy: { placementType: 'PickN' } };
const FORBIDDEN = Reply.error(403, 'NotAllowedError', 'You may not see the fleet');
const MANY = { policy: { ...POLICY, placementType: 'PickAll', numberOfClusters: undefined } };

export const pictures: Picture[] = [
  { name: 'placement-what-if', path: at(TRIED), api: whatIf(triedWhatIf), height: 900 },
  { name: 'placement-what-if-empty', path: at(), api: whatIf(nothingTried) },
  {
    name: 'placement-what-if-policy',
    path: at(),
    api: whatIf(nothingTried),
    height: 1100,
    before: page => page.getByRole('button', { name: 'Policy' }).click(),
  },
  {
    name: 'placement-what-if-taints',
    path: at(),
    api: whatIf(nothingTried),
    height: 1000,
    before: async page => {
      await page.getByRole('button', { name: 'Taints' }).click();
      await page.getByRole('combobox', { name: 'Cluster' }).fill('weu-prd-03');
      await page.getByRole('option', { name: 'aks-weu-prd-03' }).click();
      await page.getByRole('checkbox').first().check();
    },
  },
  {
    name: 'placement-what-if-1000',
    path: at(MANY, '&show=all'),
    api: whatIf(bigWhatIf(1000)),
    height: 900,
    keepsHeight: true,
  },
  { name: 'placement-what-if-refused', path: at(NO_NUMBER), api: whatIf(REFUSED) },
  {
    name: 'placement-what-if-failed',
    path: at(TRIED),
    api: whatIf(Reply.error(500, 'Error', 'The database does not answer: timeout after 30 s')),
  },
  {
    name: 'placement-what-if-loading',
    path: at(TRIED),
    api: whatIf(HANGS),
    waitFor: '[aria-busy="true"]',
  },
  { name: 'placement-what-if-forbidden', path: at(), api: () => FORBIDDEN },
  {
    name: 'placement-what-if-broken-link',
    path: `${LIST}/_/checkout-web?whatif=cut`,
    api: whatIf(nothingTried),
  },
  {
    name: 'placement-what-if-narrow',
    path: at(TRIED),
    api: whatIf(triedWhatIf),
    width: 390,
    height: 844,
  },
];
