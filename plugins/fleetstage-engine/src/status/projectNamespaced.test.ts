import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aBoundBinding,
  anOutcome,
  aPick,
  aPlacement,
  aPlacementState,
  aPolicySnapshot,
  aResourceSnapshot,
  NOON,
} from '../testing/builders';
import { projectBinding } from './projectBinding';
import { projectPolicySnapshots, projectResourceSnapshot } from './projectSnapshots';

const snapshot = aResourceSnapshot({ index: 3 });
const configMap = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

/** What is shown of a placement with one policy, one snapshot in two parts and one binding. */
function shownOf(namespace?: string) {
  const state = aPlacementState({
    placement: aPlacement({ name: 'web', uid: 'uid-web', ...(namespace && { namespace }) }),
    policySnapshots: [aPolicySnapshot({ index: 1 })],
    schedule: anOutcome({ policyIndex: 1 }),
    verdicts: [aPick('a')],
    resourceSnapshots: [snapshot],
    bindings: [aBoundBinding('a')],
  });
  const content = { snapshot, manifests: [configMap('one'), configMap('two')] };
  return [
    ...projectPolicySnapshots(state, undefined, NOON),
    ...projectResourceSnapshot(state, content, { secrets: 'masked', maxPartBytes: 60 }),
    projectBinding(state, aBoundBinding('a'), { generation: 1, now: NOON }),
  ];
}

describe('what is shown of a placement', () => {
  const names = ['web-1', 'web-3-snapshot', 'web-3-0', 'web-a'];

  it.each([
    [
      'A/PL-006, A/PL-008, A/PL-010 a ClusterResourcePlacement',
      undefined,
      'ClusterResourcePlacement',
      [
        'ClusterSchedulingPolicySnapshot',
        'ClusterResourceSnapshot',
        'ClusterResourceSnapshot',
        'ClusterResourceBinding',
      ],
    ],
    [
      'A/PL-007, A/PL-009, A/PL-011 a ResourcePlacement',
      'shop',
      'ResourcePlacement',
      ['SchedulingPolicySnapshot', 'ResourceSnapshot', 'ResourceSnapshot', 'ResourceBinding'],
    ],
  ])('%s is of the kinds of its scope', (_, namespace, owner, kinds) => {
    const shown = shownOf(namespace);
    expect(shown.map(({ kind }) => kind)).toEqual(kinds);
    for (const { apiVersion, metadata } of shown) {
      expect(apiVersion).toBe('placement.kubernetes-fleet.io/v1beta1');
      expect(metadata.namespace).toBe(namespace);
    }
    const owned = shown.slice(0, 3).flatMap(({ metadata }) => metadata.ownerReferences ?? []);
    expect(owned).toHaveLength(3);
    for (const one of owned)
      expect(one).toMatchObject({ kind: owner, name: 'web', uid: 'uid-web', controller: true });
  });

  it.each([undefined, 'shop'])(
    'A/PL-040, A/PL-060, A/PL-061, A/PL-062, A/PL-068 is called by the name of the placement alone (namespace %s)',
    namespace => {
      const shown = shownOf(namespace);
      expect(shown.map(({ metadata }) => metadata.name)).toEqual(names);
      for (const { metadata } of shown)
        expect(metadata.labels?.['kubernetes-fleet.io/parent-CRP']).toBe('web');
      expect(shown.at(-1)?.metadata).not.toHaveProperty('ownerReferences');
    },
  );
});
