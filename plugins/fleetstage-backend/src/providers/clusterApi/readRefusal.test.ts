import { readRefusal } from './readRefusal';

describe('readRefusal', () => {
  // As Cluster API 1.13.4 and its class checks wrote them.
  it.each([
    {
      id: 'D/CAPI-021',
      text: 'version cannot be decreased from "1.33.4" to "1.32.0"',
      reason: 'AlreadyAtOrAbove',
    },
    {
      id: 'D/CAPI-022',
      text: 'spec.topology.version: Invalid value: "v1.35.0": version cannot be increased from "1.33.4" to "1.35.0"',
      reason: 'MinorSkew',
    },
    {
      id: 'D/CAPI-023',
      text: 'version must match one of the versions defined in the ClusterClass',
      reason: 'VersionNotAvailable',
    },
    {
      id: 'D/CAPI-024',
      text: 'version cannot be changed when the "AfterClusterUpgrade" hook is still blocking',
      reason: 'ClusterNotReady',
    },
    {
      id: 'D/CAPI-025',
      text: 'Cluster.spec.topology.version v1.34.1 was not propagated to control plane yet (control plane version v1.33.4)',
      reason: 'ClusterNotReady',
    },
    { id: 'D/CAPI-026', text: 'control plane is currently provisioning', reason: 'ClusterNotReady' },
    {
      id: 'D/CAPI-026, CAPI-027, E/CA-005',
      text: 'version cannot be changed: [control plane is still completing a previous upgrade, there are still MachineDeployments completing a previous upgrade: [c1-md-0-x]]',
      reason: 'ClusterNotReady',
    },
    {
      id: 'D/CAPI-027',
      text: 'there are still MachinePools completing a previous upgrade: [mp]',
      reason: 'ClusterNotReady',
    },
  ])('$id: $reason', ({ text, reason }) => {
    expect(readRefusal(text)).toBe(reason);
  });

  it('is none of what was refused for another cause', () => {
    expect(readRefusal('spec.topology.classRef.name: Required value')).toBeUndefined();
  });
});
