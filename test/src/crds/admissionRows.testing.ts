import { badEvictionChanges, badEvictions, goodEvictionChanges, goodEvictions } from './badEvictions.testing';
import { badKinds, goodKinds } from './badKinds.testing';
import { badOverrideChanges, badOverrides, goodOverrideChanges, goodOverrides } from './badOverrides.testing';
import { badPlacements } from './badPlacements.testing';
import { badPolicies } from './badPolicies.testing';
import { badStagesRunsAndMembers } from './badStages.testing';
import { inEveryForm, updatesInEveryForm } from './forms.testing';
import { goodInputs } from './goodInputs.testing';
import { badUpdates, goodUpdates, namespacedUpdates } from './updates.testing';

/** What a hub accepts and refuses by the definitions alone, in every kind and version that it is true of. */
export const admissionRows = {
  accepted: inEveryForm([...goodInputs, ...goodKinds, ...goodOverrides, ...goodEvictions]),
  refused: inEveryForm([
    ...badPlacements,
    ...badPolicies,
    ...badStagesRunsAndMembers,
    ...badKinds,
    ...badOverrides,
    ...badEvictions,
  ]),
  goodChanges: updatesInEveryForm([
    ...goodUpdates,
    ...namespacedUpdates,
    ...goodOverrideChanges,
    ...goodEvictionChanges,
  ]),
  badChanges: updatesInEveryForm([...badUpdates, ...badOverrideChanges, ...badEvictionChanges]),
};
