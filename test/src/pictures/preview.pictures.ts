import { detail } from './data/placements';
import { placementPreview, previewDiff } from './data/preview';
import { Reply, type FixtureApi, type Picture } from './fixtures';

const BASE = '/placements/_/checkout-web';
const PATH = '/fleetstage/placements/_/checkout-web?tab=preview';

const preview =
  (reply: unknown): FixtureApi =>
  ({ path }) => {
    if (path === BASE) return detail('checkout-web');
    if (path === `${BASE}/preview`) return reply;
    const cluster = /\/preview\/([^/]+)\/diff$/.exec(path)?.[1];
    return cluster === undefined ? undefined : previewDiff(cluster);
  };

const FORBIDDEN = Reply.error(403, 'NotAllowedError', 'You need fleetstage.override.read');

export const pictures: Picture[] = [
  { name: 'placement-preview', path: PATH, api: preview(placementPreview) },
  {
    name: 'placement-preview-compared',
    path: PATH,
    api: preview(placementPreview),
    before: async page => {
      await page
        .getByRole('button', { name: /^Compare with/ })
        .nth(1)
        .click();
      await page.getByText('Compared by a dry run', { exact: false }).waitFor();
    },
  },
  { name: 'placement-preview-forbidden', path: PATH, api: preview(FORBIDDEN) },
  { name: 'placement-preview-narrow', path: PATH, api: preview(placementPreview), width: 390, height: 844 },
];
