import { repoPath } from '../crds/repoPath';
import { workloadYaml } from '../story/hub';
import type { RecordSession } from './recordSession';

const service = (port: number) => `
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec:
  selector: { app: web }
  ports: [{ name: http, port: 80, targetPort: ${port} }]
`;

const EVERY_KIND = `
apiVersion: v1
kind: ServiceAccount
metadata: { name: robot, namespace: shop }
---
apiVersion: v1
kind: Secret
metadata: { name: password, namespace: shop }
stringData: { word: swordfish }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: reader, namespace: shop }
rules: [{ apiGroups: [''], resources: [configmaps], verbs: [get, list] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: reader, namespace: shop }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader }
subjects: [{ kind: ServiceAccount, name: robot, namespace: shop }]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db, namespace: shop }
spec:
  serviceName: db
  selector: { matchLabels: { app: db } }
  template:
    metadata: { labels: { app: db } }
    spec: { containers: [{ name: db, image: 'registry.example/db:v1' }] }
---
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent, namespace: shop }
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec: { containers: [{ name: agent, image: 'registry.example/agent:v1' }] }
---
apiVersion: batch/v1
kind: Job
metadata: { name: once, namespace: shop }
spec:
  template:
    spec: { restartPolicy: Never, containers: [{ name: once, image: 'registry.example/once:v1' }] }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web, namespace: shop }
spec: { minAvailable: 1, selector: { matchLabels: { app: web } } }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: shop }
spec: { podSelector: {}, policyTypes: [Ingress] }
`;

const WIDGETS = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.io }
spec:
  group: example.io
  names: { plural: widgets, kind: Widget, shortNames: [wd] }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {} }
      additionalPrinterColumns: [{ name: Size, type: integer, jsonPath: .spec.size }]
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties: { size: { type: integer, minimum: 1, default: 3 }, color: { type: string } }
            status: { type: object, x-kubernetes-preserve-unknown-fields: true }
`;

const widget = (spec: string) => `
apiVersion: example.io/v1
kind: Widget
metadata: { name: one, namespace: shop }
spec: ${spec}
`;

/** One line is one call of kubectl; a failure is part of the story. */
interface Step {
  readonly args: string;
  readonly stdin?: string;
}

const steps: readonly Step[] = [
  { args: 'version' },
  { args: 'apply -f -', stdin: workloadYaml('shop') },
  { args: 'apply -f -', stdin: workloadYaml('shop') },
  { args: 'diff -f -', stdin: workloadYaml('shop', { image: 'registry.example/web:v2' }) },
  { args: 'apply -f -', stdin: workloadYaml('shop', { image: 'registry.example/web:v2', replicas: 3 }) },
  { args: 'apply --server-side -f -', stdin: service(8080) },
  { args: 'apply --server-side --field-manager=other -f -', stdin: service(8081) },
  { args: 'apply --server-side --field-manager=other --force-conflicts -f -', stdin: service(8081) },
  { args: 'apply -f -', stdin: EVERY_KIND },
  { args: 'get all -n shop' },
  { args: 'get deployments,statefulsets,daemonsets,jobs,pdb -A' },
  { args: 'get configmaps,secrets,serviceaccounts -n shop' },
  { args: 'get namespaces -o wide' },
  { args: 'get deployment web -n shop -o yaml' },
  { args: 'get deployment web -n shop -o yaml --show-managed-fields' },
  { args: 'get deployment web -n shop -o jsonpath={.spec.replicas}' },
  { args: 'get configmaps -n shop -l app=web' },
  { args: 'get configmaps -n shop --field-selector metadata.name=settings' },
  { args: 'get configmaps -n shop --chunk-size=1' },
  { args: 'get deployment none -n shop' },
  { args: 'get none' },
  { args: 'describe deployment web -n shop' },
  { args: 'describe service web -n shop' },
  { args: 'describe configmap settings -n shop' },
  { args: 'label deployment web -n shop tier=front' },
  { args: 'label deployment web -n shop tier=back' },
  { args: 'label deployment web -n shop tier=back --overwrite' },
  { args: 'label deployment web -n shop tier-' },
  { args: 'annotate namespace shop note=hello' },
  { args: 'scale deployment web -n shop --replicas=5' },
  { args: 'set image deployment/web -n shop web=registry.example/web:v3' },
  { args: 'patch deployment web -n shop --type=merge -p {"spec":{"paused":true}}' },
  { args: 'patch deployment web -n shop --type=json -p [{"op":"remove","path":"/spec/paused"}]' },
  { args: 'patch deployment web -n shop --type=json -p [{"op":"remove","path":"/spec/none"}]' },
  {
    args: 'patch deployment web -n shop -p {"spec":{"template":{"spec":{"containers":[{"name":"web","env":[{"name":"A","value":"1"}]}]}}}}',
  },
  { args: 'patch deployment web -n shop --subresource=status --type=merge -p {"status":{"replicas":5}}' },
  { args: 'patch deployment web -n shop -p {"spec":{"selector":{"matchLabels":{"app":"other"}}}}' },
  { args: 'patch deployment web -n shop -p {"spec":{"replicas":-1}}' },
  { args: 'create configmap extra -n shop --from-literal=a=1' },
  { args: 'create configmap extra -n shop --from-literal=a=1' },
  { args: 'create configmap extra -n nowhere --from-literal=a=1' },
  { args: 'create configmap Bad_Name -n shop' },
  { args: 'create namespace second' },
  { args: 'create deployment made -n shop --image=registry.example/made:v1 --replicas=2' },
  {
    args: 'create -f -',
    stdin: 'apiVersion: v1\nkind: ConfigMap\nmetadata: { generateName: some- , namespace: shop }',
  },
  {
    args: 'apply -f -',
    stdin: 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: odd, namespace: shop }\ndatta: {}',
  },
  { args: 'apply -f -', stdin: WIDGETS },
  { args: 'wait --for=condition=Established crd/widgets.example.io --timeout=30s' },
  { args: 'apply -f -', stdin: widget('{}') },
  { args: 'apply -f -', stdin: widget('{ size: 0 }') },
  { args: 'apply -f -', stdin: widget('{ size: big }') },
  { args: 'apply -f -', stdin: widget('{ size: 5, shape: round }') },
  { args: 'apply -f - --validate=ignore', stdin: widget('{ size: 5, shape: round, color: red }') },
  { args: 'apply --server-side -f - --force-conflicts', stdin: widget('{ size: 6, color: blue }') },
  { args: 'diff --server-side -f - --force-conflicts', stdin: widget('{ size: 7 }') },
  { args: 'get wd -n shop' },
  { args: 'get wd one -n shop -o yaml --show-managed-fields' },
  { args: 'patch wd one -n shop --type=merge -p {"spec":{"color":null}}' },
  { args: 'patch wd one -n shop --type=strategic -p {"spec":{"color":"red"}}' },
  { args: 'patch wd one -n shop --subresource=status --type=merge -p {"status":{"phase":"Up"}}' },
  { args: 'describe wd one -n shop' },
  { args: 'explain widgets.spec' },
  { args: 'replace -f -', stdin: widget('{ size: 9 }') },
  { args: 'delete wd one -n shop --dry-run=server' },
  { args: 'delete wd one -n shop --timeout=30s' },
  { args: 'delete wd one -n shop --timeout=30s' },
  { args: 'delete crd widgets.example.io --timeout=30s' },
  { args: 'delete configmap extra -n shop' },
  { args: 'delete configmaps -n shop -l none=none' },
  { args: 'delete deployment made -n shop --timeout=30s' },
  { args: 'delete namespace second --timeout=60s' },
  { args: 'auth can-i create deployments -n shop' },
  { args: 'api-resources' },
  { args: 'explain deployment.spec.strategy' },
];

/** A long session of kubectl on one cluster: every verb of the stories, and what goes wrong with it. */
export async function playKubectl({ kubectl }: RecordSession): Promise<void> {
  for (const { args, stdin } of steps) {
    await kubectl('hub', args.split(' '), { allowFailure: true, ...(stdin !== undefined && { stdin }) });
  }
  await kubectl('hub', ['apply', '-f', repoPath('test/fixtures/requirement000/placement.yaml')], {
    allowFailure: true,
  });
}
