import type { ClusterUpgrade } from '../cluster/facts';
import { applyActions } from './holdForUpgrade.testing';
import { aCluster, aResourceSnapshot, minutesBefore, NOON } from '../testing/builders';
import { aRolloutRow } from '../testing/rolloutNotation';
import type { RolloutState } from './bindingState';
import { decideRollout } from './decideRollout';

const UPGRADE: ClusterUpgrade = {
  ...{ upgradeType: 'ControlPlane', version: '1.34.1', rollout: 'shop-cp-1-34-1' },
  since: minutesBefore(10),
};
const pickAll = { placementType: 'PickAll' } as const;

/** The clusters of a row; those named are being upgraded. */
function aRow(bindings: string, mU: number | string, ...upgrading: readonly string[]): RolloutState {
  const state = aRolloutRow({ bindings, policy: pickAll, mU, mS: 1 });
  const clusters = state.bindings.map(({ cluster }) =>
    aCluster(cluster, upgrading.includes(cluster) ? { upgrade: UPGRADE } : {}),
  );
  return { ...state, clusters };
}

const movesOf = (state: RolloutState) =>
  decideRollout(state, NOON).actions.map(action =>
    action.kind === 'saveBinding'
      ? `${action.event} ${action.binding.cluster}`
      : `${action.kind} ${'cluster' in action ? action.cluster : ''}`,
  );

describe('a rolling update on clusters that are being upgraded (holdWorkloads)', () => {
  it.each([
    ['new content waits', 'Br', 1, ['c00'], ['blocked c00']],
    ['the first rollout waits', 'Sp', 1, ['c00'], ['blocked c00']],
    ['a fix of what failed waits, too', 'Bf Br*', 1, ['c00'], ['blocked c00']],
    ['others go on in its room', 'Br Br', 1, ['c00'], ['advanced c01', 'blocked c00']],
    ['others are bound in its room', 'Sp Sp', 1, ['c00'], ['advanced c01', 'blocked c00']],
    ['what it has is finished: nothing is to be moved', 'Bp*', 1, ['c00'], []],
    ['it is cleaned all the same', 'Ur Br* Br*', 1, ['c00'], ['releaseBinding c00']],
    [
      'one that is unavailable meanwhile counts for the limit',
      'Bu Br Br',
      1,
      ['c00'],
      ['blocked c01', 'blocked c02', 'blocked c00'],
    ],
  ])('%s', (_rule, bindings, mU, upgrading, moves) => {
    expect(movesOf(aRow(bindings, mU, ...upgrading))).toEqual(moves);
  });

  it('says which, to which version, by which rollout and since when, and knows no end', () => {
    const { blockers, wakeAt } = decideRollout(aRow('Br', 1, 'c00'), NOON);
    expect(blockers).toEqual([
      {
        cause: 'ClusterUpgrading',
        subject: 'shop-cp-1-34-1',
        message: 'c00 is being upgraded to v1.34.1 (rollout "shop-cp-1-34-1"); its workloads wait',
        clusters: ['c00'],
        since: minutesBefore(10),
      },
    ]);
    expect(wakeAt).toBeUndefined();
  });

  it('names whose the cluster is where no rollout upgrades it', () => {
    const { rollout: _, ...upgrade } = UPGRADE;
    const clusters = [aCluster('c00', { upgrade: { ...upgrade, upgradeType: 'Node' } })];
    const { blockers } = decideRollout({ ...aRow('Br', 1), clusters }, NOON);
    expect(blockers).toMatchObject([
      {
        message: 'c00: node pools are being upgraded to v1.34.1 (not by a rollout); its workloads wait',
        actor: 'clusterOwner',
      },
    ]);
  });

  it('lets a cluster have another index of the same content: nothing is sent to it', () => {
    const hash = 'same';
    const before = aRow('Sp', 1, 'c00');
    const state = {
      ...before,
      resourceSnapshots: [aResourceSnapshot({ index: 5, hash }), aResourceSnapshot({ index: 6, hash })],
    };
    const settled = applyActions({
      ...state,
      resourceSnapshots: state.resourceSnapshots.slice(0, 1),
      clusters: [],
    });
    const { blockers } = decideRollout(
      { ...settled, ...{ resourceSnapshots: state.resourceSnapshots, clusters: state.clusters } },
      NOON,
    );
    expect(blockers.map(({ cause }) => cause)).not.toContain('ClusterUpgrading');
  });

  it('goes on when the upgrade is over, and a repeat while it lasts does nothing', () => {
    const held = applyActions(aRow('Br', 1, 'c00'));
    expect(movesOf(held)).toEqual([]);
    expect(movesOf({ ...held, clusters: [aCluster('c00')] })).toEqual(['advanced c00']);
  });
});
