import { badEvictionChanges, badEvictions, goodEvictionChanges, goodEvictions } from './badEvictions.testing';
import { badMaintenance } from './badMaintenance.testing';
import { badKinds, goodKinds } from './badKinds.testing';
import { badOverrideChanges, badOverrides, goodOverrideChanges, goodOverrides } from './badOverrides.testing';
import { badPlacements } from './badPlacements.testing';
import { badPolicies } from './badPolicies.testing';
import { badSequenceChanges, badSequences } from './badSequences.testing';
import { badStagesRunsAndMembers } from './badStages.testing';
import { inEveryForm, updatesInEveryForm } from './forms.testing';
import { goodInputs } from './goodInputs.testing';
import { goodSequenceChanges, goodSequences } from './goodSequences.testing';
import { badUpdates, goodUpdates, namespacedUpdates } from './updates.testing';

/** What a hub accepts and refuses by the definitions alone, in every kind and version that it is true of. */
export const admissionRows = {
  accepted: inEveryForm([...goodInputs, ...goodKinds, ...goodOverrides, ...goodEvictions, ...goodSequences]),
  refused: inEveryForm([
    ...badPlacements,
    ...badPolicies,
    ...badStagesRunsAndMembers,
    ...badKinds,
    ...badOverrides,
    ...badEvictions,
    ...badSequences,
    ...badMaintenance,
  ]),
  goodChanges: updatesInEveryForm([
    ...goodUpdates,
    ...namespacedUpdates,
    ...goodOverrideChanges,
    ...goodEvictionChanges,
    ...goodSequenceChanges,
  ]),
  badChanges: updatesInEveryForm([
    ...badUpdates,
    ...badOverrideChanges,
    ...badEvictionChanges,
    ...badSequenceChanges,
  ]),
};
