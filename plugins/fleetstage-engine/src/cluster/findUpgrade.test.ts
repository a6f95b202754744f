import { NOON } from '../testing/builders';
import type { ObservedCluster, ObservedUpgrade } from '../sequence/observed';
import type { DesiredUpgrade } from '../sequence/state/sequenceState';
import { findUpgrade } from './findUpgrade';

const unit = (patch: Partial<ObservedUpgrade> = {}) => ({
  ...{ desired: 'v1.34.1', upgrading: false, healthy: true },
  ...patch,
});
const observed = (
  controlPlane: Partial<ObservedUpgrade>,
  ...pools: Partial<ObservedUpgrade>[]
): ObservedCluster => ({
  controlPlane: { ...unit(controlPlane), version: 'v1.33.5' },
  pools: pools.map((pool, i) => ({ ...unit(pool), name: `pool-${i}`, versions: [] })),
  blocked: [],
  generation: '1',
  observedAt: NOON,
});
const asked = (upgradeType: DesiredUpgrade['upgradeType']): DesiredUpgrade => ({
  ...{ cluster: 'c1', upgradeType, version: '1.34.1', requestedAt: NOON },
  rollout: upgradeType === 'Node' ? 'shop-np-1-34-1' : 'shop-cp-1-34-1',
});
const upgrading = { upgrading: true };

describe('the upgrade for which workloads of a cluster are held (holdWorkloads)', () => {
  it.each([
    ['nothing is known of the cluster', undefined, [], undefined],
    ['nothing is upgraded', observed({}, {}), [], undefined],
    ['asked for, and not begun', observed({}), [asked('ControlPlane')], 'ControlPlane 1.34.1 shop-cp-1-34-1'],
    ['asked for, nothing observed', undefined, [asked('Node')], 'Node 1.34.1 shop-np-1-34-1'],
    ['by a rollout', observed(upgrading), [asked('ControlPlane')], 'ControlPlane 1.34.1 shop-cp-1-34-1'],
    ['by somebody else', observed(upgrading), [], 'ControlPlane 1.34.1 '],
    ['a pool by somebody else', observed({}, {}, upgrading), [], 'Node 1.34.1 '],
    [
      'both, the control plane by somebody else',
      observed(upgrading, upgrading),
      [asked('Node')],
      'ControlPlane 1.34.1 ',
    ],
    [
      'both asked for',
      observed({}),
      [asked('Node'), asked('ControlPlane')],
      'ControlPlane 1.34.1 shop-cp-1-34-1',
    ],
    [
      'given up by the provider',
      observed({ ...upgrading, failed: 'a machine did not start' }),
      [],
      undefined,
    ],
  ])('%s', (_case, versions, upgrades, expected) => {
    const found = findUpgrade({ observed: versions, upgrades });
    expect(found && `${found.upgradeType} ${found.version} ${found.rollout ?? ''}`).toBe(expected);
  });
});
