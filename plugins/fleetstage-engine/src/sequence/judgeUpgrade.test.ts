import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { judgeUpgrade } from './judgeUpgrade';
import type { ObservedCluster, ObservedNodePool } from './observed';
import { aVersion } from './versions/version.testing';

const idle = { upgrading: false, healthy: true };
const pool = (version: string, patch: Partial<ObservedNodePool> = {}): ObservedNodePool => ({
  name: 'workers',
  versions: [{ version, nodes: 3 }],
  desired: version,
  ...idle,
  ...patch,
});
const cluster = (version: string, pools: readonly ObservedNodePool[] = [pool(version)]): ObservedCluster => ({
  controlPlane: { version, desired: version, ...idle },
  pools,
  blocked: [],
  generation: '1',
  observedAt: instant(0),
});
const held = cluster('v1.34.1', [pool('v1.33.4')]);
const moving: ObservedCluster = {
  ...cluster('v1.33.4'),
  controlPlane: { version: 'v1.33.4', desired: 'v1.34.1', upgrading: true, healthy: true },
};

describe('judgeUpgrade', () => {
  it.each([
    { rule: 'one minor up', of: cluster('v1.33.4'), type: 'ControlPlane', to: '1.34.1' },
    { rule: 'a patch up', of: cluster('v1.33.4'), type: 'ControlPlane', to: '1.33.5' },
    { rule: 'D/PRV-006: what it is to have already', of: moving, type: 'ControlPlane', to: '1.34.1' },
    { rule: 'D/EL-005: nodes up to their control plane', of: held, type: 'Node', to: '1.34.1' },
    { rule: 'D/EL-005: nodes below their control plane', of: held, type: 'Node', to: '1.33.5' },
    {
      rule: 'D/EL-006: nodes three minors behind',
      of: cluster('v1.36.0', [pool('v1.33.4')]),
      type: 'Node',
      to: '1.36.0',
    },
    {
      rule: 'pools that are behind, beside one that is ahead',
      of: cluster('v1.34.1', [pool('v1.34.1'), pool('v1.33.4', { name: 'batch' })]),
      type: 'Node',
      to: '1.34.0',
    },
    {
      rule: 'D/TG-004: a newer version after one that failed',
      of: { ...moving, controlPlane: { ...moving.controlPlane, failed: 'disk full' } },
      type: 'ControlPlane',
      to: '1.34.2',
    },
  ] as const)('allows $rule', ({ of, type, to }) => {
    expect(judgeUpgrade(of, { upgradeType: type, version: aVersion(to) })).toEqual({ ok: true });
  });

  it.each([
    {
      rule: 'D/CAPI-021: a downgrade',
      of: cluster('v1.34.1'),
      type: 'ControlPlane',
      to: '1.34.0',
      reason: 'AlreadyAtOrAbove',
    },
    {
      rule: 'D/PRV-006: nodes down',
      of: cluster('v1.34.1'),
      type: 'Node',
      to: '1.33.4',
      reason: 'AlreadyAtOrAbove',
    },
    {
      rule: 'D/EL-004: two minors',
      of: cluster('v1.33.4'),
      type: 'ControlPlane',
      to: '1.35.0',
      reason: 'MinorSkew',
    },
    {
      rule: 'D/EL-005: nodes ahead',
      of: cluster('v1.33.4'),
      type: 'Node',
      to: '1.34.1',
      reason: 'AboveControlPlane',
    },
    {
      rule: 'D/EL-005: nodes ahead of what runs',
      of: moving,
      type: 'Node',
      to: '1.34.1',
      reason: 'AboveControlPlane',
    },
    {
      rule: 'D/EL-006: nodes four behind',
      of: cluster('v1.37.0', [pool('v1.33.4')]),
      type: 'Node',
      to: '1.37.0',
      reason: 'NodeSkew',
    },
    {
      rule: 'D/EL-006: nodes left behind',
      of: cluster('v1.36.0', [pool('v1.33.4')]),
      type: 'ControlPlane',
      to: '1.37.0',
      reason: 'NodeSkew',
    },
    { rule: 'D/EL-013: busy', of: moving, type: 'ControlPlane', to: '1.34.2', reason: 'ClusterNotReady' },
    {
      rule: 'D/CAPI-045: paused',
      of: { ...held, blocked: [{ reason: 'ProviderPaused', message: 'the Cluster is paused' }] },
      type: 'Node',
      to: '1.34.1',
      reason: 'ProviderPaused',
    },
  ] as const)('refuses $rule', ({ of, type, to, reason }) => {
    expect(judgeUpgrade(of, { upgradeType: type, version: aVersion(to) })).toEqual({
      ok: false,
      reason,
      message: expect.any(String),
    });
  });

  it('says what a person can do (E §4.4)', () => {
    expect(
      judgeUpgrade(cluster('v1.33.4'), { upgradeType: 'Node', version: aVersion('1.34.1') }),
    ).toMatchObject({
      message:
        'the control plane is on 1.33.4, and nodes must not be above it; upgrade the control plane to 1.34.1 first',
    });
    expect(judgeUpgrade(moving, { upgradeType: 'ControlPlane', version: aVersion('1.34.2') })).toMatchObject({
      message: 'another upgrade is running: the control plane to 1.34.1',
    });
  });
});
