import { available, count, findCondition, notYet, part, type Probe } from './probe';

/** One pod that has succeeded or is ready (requirement 002, RUL 11). */
export const job: Probe = live => {
  const status = part(live, 'status');
  if (count(status.succeeded) > 0 || count(status.ready) > 0) return available;
  const failed = findCondition(live, 'Failed');
  if (failed?.status === 'True')
    return notYet(`the job has failed: ${failed.message ?? failed.reason ?? 'no reason'}`);
  return notYet('no pod has succeeded or is ready');
};
