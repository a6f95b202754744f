import { showOne, showTable } from './columnsOf';
import { contractSuite } from './suite';

const RBAC = 'rbac.authorization.k8s.io/v1';
const named = (apiVersion: string, kind: string, name: string, more: object = {}) => ({
  apiVersion,
  kind,
  metadata: { name },
  ...more,
});

/** Columns and cells of kinds that run nothing. */
export const columnsMore = contractSuite('columns more', add => {
  add('services', async api => {
    const ports = [
      { name: 'web', port: 80 },
      { name: 'dns', port: 53, protocol: 'UDP', nodePort: 30953 },
    ];
    await showTable(api, 'v1/services', [
      named('v1', 'Service', 'headless', { spec: { clusterIP: 'None', selector: { app: 'a', tier: 'b' } } }),
      named('v1', 'Service', 'outside', { spec: { type: 'ExternalName', externalName: 'web.example' } }),
      named('v1', 'Service', 'nodes', {
        spec: { type: 'NodePort', ports: [ports[1]], externalIPs: ['192.0.2.9'] },
      }),
    ]);
  });

  add('endpoints and their slices', async api => {
    const addresses = ['10.1.0.1', '10.1.0.2', '10.1.0.3', '10.1.0.4'];
    await showTable(api, 'v1/endpoints', [
      named('v1', 'Endpoints', 'web', {
        subsets: [{ addresses: addresses.map(ip => ({ ip })), ports: [{ port: 80 }] }],
      }),
      named('v1', 'Endpoints', 'none'),
    ]);
    await showTable(api, 'discovery.k8s.io/v1/endpointslices', [
      named('discovery.k8s.io/v1', 'EndpointSlice', 'by-hand', {
        addressType: 'IPv4',
        endpoints: addresses.map(address => ({ addresses: [address] })),
        ports: [{ name: 'web', port: 80 }, { name: 'any' }],
      }),
    ]);
  });

  add('ingresses and network policies', async api => {
    await showTable(api, 'networking.k8s.io/v1/ingresses', [
      named('networking.k8s.io/v1', 'Ingress', 'web', {
        spec: { ingressClassName: 'front', rules: [{ host: 'a.example' }, { host: 'b.example' }], tls: [{}] },
        status: { loadBalancer: { ingress: [{ hostname: 'lb.example' }] } },
      }),
      named('networking.k8s.io/v1', 'Ingress', 'any', {
        spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
      }),
    ]);
    await showTable(api, 'networking.k8s.io/v1/networkpolicies', [
      named('networking.k8s.io/v1', 'NetworkPolicy', 'closed', { spec: { podSelector: {} } }),
      named('networking.k8s.io/v1', 'NetworkPolicy', 'some', {
        spec: { podSelector: { matchLabels: { b: '2', a: '1' } } },
      }),
    ]);
  });

  add('config maps, secrets, accounts, limits and quotas', async api => {
    await showTable(api, 'v1/secrets', [
      named('v1', 'Secret', 'one', { type: 'example.io/own', stringData: { a: '1', b: '2' } }),
    ]);
    await showTable(api, 'v1/serviceaccounts', [
      named('v1', 'ServiceAccount', 'robot', { secrets: [{ name: 'one' }] }),
    ]);
    await showTable(api, 'v1/limitranges', [
      named('v1', 'LimitRange', 'limits', { spec: { limits: [{ type: 'Pod', max: { cpu: '2' } }] } }),
    ]);
    await api.quietly(
      'POST',
      api.in('v1/resourcequotas'),
      named('v1', 'ResourceQuota', 'quota', { spec: {} }),
    );
    await showTable(api, 'v1/resourcequotas', []);
  });

  add('volumes and claims', async api => {
    await showOne(api, 'v1/persistentvolumes', {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      spec: {
        capacity: { storage: '5Gi' },
        accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
        storageClassName: 'slow',
        hostPath: { path: '/data' },
      },
    });
    await showTable(api, 'v1/persistentvolumeclaims', [
      named('v1', 'PersistentVolumeClaim', 'data', {
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'slow',
          resources: { requests: { storage: '1Gi' } },
        },
      }),
    ]);
  });

  add('budgets and autoscalers', async api => {
    await showTable(api, 'policy/v1/poddisruptionbudgets', [
      named('policy/v1', 'PodDisruptionBudget', 'least', {
        spec: { minAvailable: '50%', selector: { matchLabels: { app: 'none' } } },
      }),
    ]);
    await showTable(api, 'autoscaling/v2/horizontalpodautoscalers', [
      named('autoscaling/v2', 'HorizontalPodAutoscaler', 'web', {
        spec: {
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
          minReplicas: 2,
          maxReplicas: 5,
          metrics: [
            {
              type: 'Resource',
              resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } },
            },
          ],
        },
      }),
    ]);
  });

  add('roles, bindings and leases', async api => {
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };
    const subjects = [
      { kind: 'User', apiGroup: roleRef.apiGroup, name: 'alice' },
      { kind: 'Group', apiGroup: roleRef.apiGroup, name: 'team' },
      { kind: 'ServiceAccount', name: 'robot', namespace: 'default' },
    ];
    await showTable(api, `${RBAC}/roles`, [named(RBAC, 'Role', 'reader', { rules: [] })]);
    await showTable(api, `${RBAC}/rolebindings`, [
      named(RBAC, 'RoleBinding', 'readers', { roleRef, subjects }),
    ]);
    await showTable(api, 'coordination.k8s.io/v1/leases', [
      named('coordination.k8s.io/v1', 'Lease', 'leader', { spec: { holderIdentity: 'me' } }),
    ]);
  });

  add('classes', async api => {
    await showOne(api, 'networking.k8s.io/v1/ingressclasses', {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      spec: {
        controller: 'example.io/front',
        parameters: { apiGroup: 'example.io', kind: 'Front', name: 'main' },
      },
    });
    await showOne(api, 'scheduling.k8s.io/v1/priorityclasses', {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      value: 7,
    });
    await showOne(api, 'storage.k8s.io/v1/storageclasses', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      provisioner: 'example.io/disk',
    });
    await showOne(api, 'storage.k8s.io/v1/volumeattributesclasses', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttributesClass',
      driverName: 'example.io',
      parameters: { speed: 'high' },
    });
  });

  add('drivers of storage', async api => {
    await showOne(api, 'storage.k8s.io/v1/csidrivers', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSIDriver',
      spec: { volumeLifecycleModes: ['Persistent', 'Ephemeral'], tokenRequests: [{ audience: 'gcp' }] },
    });
    await showOne(api, 'storage.k8s.io/v1/csinodes', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSINode',
      spec: { drivers: [{ name: 'example.io', nodeID: 'n1' }] },
    });
    await showOne(api, 'storage.k8s.io/v1/volumeattachments', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttachment',
      spec: { attacher: 'example.io', nodeName: 'n1', source: { persistentVolumeName: 'pv-1' } },
    });
  });

  add('policies and webhooks', async api => {
    const group = 'admissionregistration.k8s.io/v1';
    const rules = [
      { apiGroups: ['example.io'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['things'] },
    ];
    await showOne(api, `${group}/validatingadmissionpolicies`, {
      apiVersion: group,
      kind: 'ValidatingAdmissionPolicy',
      spec: {
        failurePolicy: 'Ignore',
        matchConstraints: { resourceRules: rules },
        validations: [{ expression: 'true' }, { expression: 'object != null' }],
      },
    });
    await showOne(api, `${group}/validatingadmissionpolicybindings`, {
      apiVersion: group,
      kind: 'ValidatingAdmissionPolicyBinding',
      spec: {
        policyName: 'none',
        validationActions: ['Audit'],
        paramRef: { name: 'p', parameterNotFoundAction: 'Deny' },
      },
    });
    await showOne(api, `${group}/validatingwebhookconfigurations`, {
      apiVersion: group,
      kind: 'ValidatingWebhookConfiguration',
      webhooks: [],
    });
  });

  add('namespaces and definitions', async api => {
    await api.get(`/api/v1/namespaces/${api.namespace}?includeObject=None`, {
      accept: 'application/json;as=Table;g=meta.k8s.io;v=v1',
    });
    const group = `${api.namespace}.example.io`;
    await showOne(api, 'apiextensions.k8s.io/v1/customresourcedefinitions', {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `things.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural: 'things', kind: 'Thing' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    });
  });
});
