/** KubeFleet's own definition is not ours to install; this is enough of it. */
export const WORK_DEFINITION = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: works.placement.kubernetes-fleet.io }
spec:
  group: placement.kubernetes-fleet.io
  scope: Namespaced
  names: { kind: Work, plural: works, singular: work, listKind: WorkList }
  versions:
    - name: v1beta1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`;
