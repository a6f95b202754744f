import type { KubeObject, ObjectMeta } from './meta';

/** Objects that are meant for member clusters only, by any name: the hub stores them and does nothing else with them. */
export type EnvelopeData = Readonly<Record<string, KubeObject>>;

/** Holds cluster-scoped objects for member clusters. */
export interface ClusterResourceEnvelope {
  readonly apiVersion: string;
  readonly kind: 'ClusterResourceEnvelope';
  readonly metadata: ObjectMeta;
  /**
   * The objects, each under a name of your choice.
   * @minProperties 1
   * @maxProperties 50
   * @items preserveUnknown
   */
  readonly data: EnvelopeData;
}

/** Holds objects of its own namespace for member clusters. */
export interface ResourceEnvelope {
  readonly apiVersion: string;
  readonly kind: 'ResourceEnvelope';
  readonly metadata: ObjectMeta;
  /**
   * The objects, each under a name of your choice.
   * @minProperties 1
   * @maxProperties 50
   * @items preserveUnknown
   */
  readonly data: EnvelopeData;
}
