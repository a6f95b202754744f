import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { toEntity } from './toEntity';

const cluster = (part: Partial<Schemas['ClusterSummary']> = {}): Schemas['ClusterSummary'] => ({
  name: 'member-1',
  state: 'healthy',
  carrier: 'push',
  labels: {},
  taints: [],
  placements: 0,
  available: 0,
  ...part,
});
const options = { hub: 'hub', owner: 'group:default/platform' };

describe('toEntity', () => {
  it('is a Resource of type kubernetes-cluster that pages find by annotation', () => {
    const labels = { environment: 'canary', region: 'weu' };
    expect(
      toEntity(cluster({ labels, kubernetesVersion: 'v1.36.3' }), { ...options, system: 'fleet' }),
    ).toMatchObject({
      kind: 'Resource',
      metadata: {
        name: 'member-1',
        description: 'Member of the fleet of hub: canary, weu',
        labels,
        annotations: { 'fleetstage.io/cluster': 'member-1', 'fleetstage.io/hub': 'hub' },
      },
      spec: { type: 'kubernetes-cluster', owner: 'group:default/platform', system: 'fleet' },
    });
  });

  it('belongs to the group that its label names', () => {
    expect(toEntity(cluster({ labels: { owner: 'edge' } }), options)).toMatchObject({
      spec: { owner: 'group:default/edge' },
    });
  });

  it('is refused with a reason where the catalog does not allow its name', () => {
    expect(toEntity(cluster({ name: `${'a'.repeat(64)}` }), options)).toMatch(
      /has a name that the catalog does not allow/,
    );
  });
});
