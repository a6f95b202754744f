import type { Entity } from '@backstage/catalog-model';

/** With one of these an entity has the tab of Backstage's Kubernetes plugin: its `isKubernetesAvailable`. */
const KUBERNETES_ANNOTATIONS = ['backstage.io/kubernetes-id', 'backstage.io/kubernetes-label-selector'];

/** Whether the Kubernetes plugin shows workloads of this entity. */
export const hasKubernetesTab = ({ metadata }: Entity): boolean =>
  KUBERNETES_ANNOTATIONS.some(key => Boolean(metadata.annotations?.[key]));
