import { count, missing, part, type Probe } from './probe';

/** Available and updated on every node that shall run it; no such node is fine (B/AV-012). */
export const daemonSet: Probe = live => {
  const status = part(live, 'status');
  const desired = count(status.desiredNumberScheduled);
  const ready = count(status.numberAvailable);
  const scheduled = count(status.currentNumberScheduled);
  const updated = count(status.updatedNumberScheduled);
  return missing(
    updated !== scheduled && `${updated} of ${scheduled} pods are updated`,
    ready !== desired && `${ready} of ${desired} pods are available`,
  );
};
