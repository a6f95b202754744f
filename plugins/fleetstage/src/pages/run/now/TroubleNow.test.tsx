import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen } from '@testing-library/react';
import { aRun, aStage } from '../../../__testUtils__/aRun';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import { TroubleNow } from './TroubleNow';

const since = new Date(Date.now() - 3 * 60_000).toISOString();

describe('the Now card of a run that does not get on', () => {
  it.each(['stuck', 'failing'] as const)(
    'names the %s cluster that holds the only slot, and says since when',
    async state => {
      const blocker: Schemas['Blocker'] = {
        ...{ cause: state === 'stuck' ? 'ClusterStuck' : 'ClusterFailing', state, stage: 'staging' },
        ...{ message: 'ImagePullBackOff: image x:bad not found.', actor: 'appOwner' as const, since },
        ...{ clusters: ['member-1'], clusterCount: 1 },
      };
      const stage = aStage('staging', {
        ...{ state, slots: 1, total: 3, counts: { [state]: 1, notStarted: 2 } },
        clusters: [
          { name: 'member-1', state },
          { name: 'member-2', state: 'waiting' },
        ],
      });
      const run = aRun([stage], { state, counts: { [state]: 1 }, blockers: [blocker], waitsFor: blocker });
      renderWithFleet(<TroubleNow run={run} />, () => ({}));
      const card = await screen.findByRole('region', {
        name: `staging is blocked: member-1 is ${state} and holds the only slot`,
      });
      expect(card).toHaveTextContent(`${state === 'stuck' ? 'Stuck' : 'Failing'} for3 min`);
      expect(card).toHaveTextContent('Who can actPlacement owner');
    },
  );
});
