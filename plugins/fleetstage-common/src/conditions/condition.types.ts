import { condition } from './condition';

/** Not run: `tsc` checks that triples outside the catalogue do not compile. */
export const claims = [
  condition('Available', 'True', 'AllWorkAreAvailable', ''),
  // @ts-expect-error the reason belongs to False
  condition('Available', 'True', 'NotAllWorkAreAvailable', ''),
  // @ts-expect-error a started cluster is never "not started"
  condition('Started', 'False', 'ClusterUpdatingStarted', ''),
  // @ts-expect-error the type is not in the catalogue
  condition('Ready', 'True', 'Ready', ''),
  // @ts-expect-error people approve, we accept
  condition('Approved', 'True', 'lgtm', ''),
  // @ts-expect-error a newer reason than requirement 000's (RUL 2)
  condition('Progressing', 'True', 'UpdateRunProgressing', ''),
  condition('ResourcePlacementApplied', 'True', 'ApplySucceeded', ''),
  // @ts-expect-error only the cluster-scoped kind is copied into a namespace (A/ST-071)
  condition('ResourcePlacementStatusSynced', 'True', 'StatusSyncSucceeded', ''),
  // @ts-expect-error the reason of another type
  condition('ClusterResourcePlacementApplied', 'True', 'AllWorkHaveBeenApplied', ''),
];
