import recorded from './__fixtures__/heldUpgrade.json';
import served from './__fixtures__/v1beta1.json';
import type { ClusterObjects } from './objects';

export type Moment = keyof typeof recorded;

/**
 * Objects of a cluster of 1 + 1 machines as Cluster API 1.13.4 had them while it went from v1.33.4 to v1.34.1, held and then
 * released; shortened to what is read.
 */
export const objectsAt = (moment: Moment) => structuredClone(recorded[moment]) as unknown as ClusterObjects;

/** The same in v1beta1, coupled; the control plane's new machine starts while it moves. */
export const v1beta1At = (moment: keyof typeof served) =>
  structuredClone(served[moment]) as unknown as ClusterObjects;
