import { count, missing, part, type Probe } from './probe';

/** All replicas available and of the latest revision; a partition or OnDelete holds it back (B/AV-011, AV-032). */
export const statefulSet: Probe = live => {
  const status = part(live, 'status');
  const desired = count(part(live, 'spec').replicas, 1);
  const ready = count(status.availableReplicas);
  const isOneRevision =
    status.currentRevision === status.updateRevision &&
    count(status.currentReplicas) === count(status.updatedReplicas);
  return missing(
    ready !== desired && `${ready} of ${desired} replicas are available`,
    !isOneRevision && `${count(status.updatedReplicas)} of ${desired} replicas are of the latest revision`,
  );
};
