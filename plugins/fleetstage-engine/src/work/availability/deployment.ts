import { count, missing, part, type Probe } from './probe';

/** All replicas updated and available, none surplus or missing (B/AV-010, AV-031). */
export const deployment: Probe = live => {
  const status = part(live, 'status');
  const desired = count(part(live, 'spec').replicas, 1);
  const updated = count(status.updatedReplicas);
  const ready = count(status.availableReplicas);
  const lacking = count(status.unavailableReplicas);
  return missing(
    updated !== desired && `${updated} of ${desired} replicas are updated`,
    ready !== desired && `${ready} of ${desired} replicas are available`,
    lacking !== 0 && `${lacking} replicas are not available`,
  );
};
