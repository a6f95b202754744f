import { eventually } from '../eventually';
import { applyText } from './pageSteps';
import { restOf } from './restOf';
import type { Demo } from './startDemo';
import { kubectl } from './theBrowser';

const namespace = (name: string) => `
---
apiVersion: v1
kind: Namespace
metadata: { name: ${name} }
`;

const placement = (name: string, policy: string, strategy: string) => `
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors: [{ group: '', version: v1, kind: Namespace, name: ${name} }]
  policy: ${policy}
  strategy: ${strategy}
`;

/** A Deployment of two pods in a namespace. */
const deployment = (name: string, image: string) => `
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: ${name} }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: '${image}' }] }
`;

const ROLLING = '{ type: RollingUpdate, rollingUpdate: { unavailablePeriodSeconds: 1 } }';

/** A placement that wants more clusters than there are. */
export const SHORT =
  namespace('short') + placement('short', '{ placementType: PickN, numberOfClusters: 20 }', ROLLING);

/** A placement whose only Deployment has an image that does not exist. */
export const ILL =
  namespace('ill') +
  deployment('ill', 'registry.example/web:bad') +
  placement('ill', '{ placementType: PickN, numberOfClusters: 1 }', ROLLING);

/** One stage of all clusters and no gate. */
export const AT_ONCE = `
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: at-once }
spec:
  stages:
    - { name: everywhere, labelSelector: {}, maxConcurrency: 1 }
`;

/** The member that is cut off. */
export const CUT = 'member-5';

const BAD_RUN = `${
  namespace('held') +
  deployment('held', 'registry.example/web:bad') +
  placement('held', '{ placementType: PickAll }', '{ type: External }')
}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: { name: held-1 }
spec: { placementName: held, stagedRolloutStrategyName: at-once }
`;

const CLASH = `${namespace('clash')}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: theirs, namespace: clash }
data: { of: fleet }
${placement(
  'clash',
  '{ placementType: PickFixed, clusterNames: [member-1, member-3] }',
  '{ type: RollingUpdate, rollingUpdate: { unavailablePeriodSeconds: 1 }, applyStrategy: { whenToTakeOver: Never } }',
)}`;

/** One in two variants, and one whose value reads a label that no cluster has. */
const OVERRIDES = `
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceOverride
metadata: { name: tiers }
spec:
  placement: { name: metrics-agent }
  clusterResourceSelectors: [{ group: '', version: v1, kind: Namespace, name: metrics-agent }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides: [{ op: add, path: /metadata/labels, value: { tier: other } }]
      - clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { environment: production } } }] }
        jsonPatchOverrides: [{ op: add, path: /metadata/labels, value: { tier: first } }]
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceOverride
metadata: { name: unreadable }
spec:
  placement: { name: short }
  clusterResourceSelectors: [{ group: '', version: v1, kind: Namespace, name: short }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides:
          - { op: add, path: /metadata/labels, value: { rack: '\${MEMBER-CLUSTER-LABEL-KEY-rack}' } }
`;

/**
 * Every kind of trouble beside the sample: a run at a bad image, a placement with one, one short of clusters, one that
 * cannot be applied where somebody else's object is, overrides of which one fails, and a member that is cut off. Resolves when the overview names all.
 */
export async function makeTrouble(demo: Demo): Promise<void> {
  await kubectl(demo, 'member-1', 'create', 'namespace', 'clash');
  await kubectl(demo, 'member-1', 'create', 'configmap', 'theirs', '-n', 'clash', '--from-literal=of=others');
  const rest = await restOf(demo);
  // Else a placement may reach clusters without its overrides, and the one that fails holds the rollout that brings them.
  await applyText(demo, OVERRIDES);
  await eventually('the overrides are known', async () => {
    const { items } = await rest('/overrides');
    expect(items).toHaveLength(OVERRIDES.split('kind: ClusterResourceOverride').length - 1);
  });
  await applyText(demo, AT_ONCE + BAD_RUN + SHORT + ILL + CLASH);
  demo.order(`cut ${CUT}`);
  const expected = ['clash', 'ill', CUT, 'short'];
  await eventually(
    'the overview names every trouble',
    async () => {
      const { trouble } = await rest('/overview');
      const subjects: string[] = trouble.map(({ subject }: { subject: { name: string } }) => subject.name);
      expect(subjects).toEqual(expect.arrayContaining(expected));
    },
    { timeoutMs: 120_000, intervalMs: 500 },
  );
}
