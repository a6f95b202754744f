export { APPLIED_WORK, AppliedWorkCrdMissingError } from './appliedWorkStore';
export { applyWork, reportProblem, type ApplyResult, type WorkInput } from './applyWork';
export { describeRepairs } from './describeRepairs';
export { CRD_HASH_ANNOTATION, ensureAppliedWorkCrd, type CrdResult } from './ensureAppliedWorkCrd';
export { WorkCauses, type CauseFinder, type CauseLog } from './WorkCauses';
export { renderOnce, type HubWork } from './hubWork';
export { EMPTY_INVENTORY, type Inventory, type InventoryEntry } from './inventory';
export { observeMember, type ObservedMember } from './observeMember';
export {
  observeWork,
  type ObserveInput,
  type ObserveResult,
  type LiveObject,
  type Repair,
} from './observeWork';
export { PropertyCollector, type AskedMember, type CollectorOptions } from './PropertyCollector';
export { podSelectorOf, readSigns } from './readSigns';
export { runLimited } from './runLimited';
export { releaseWork, type ReleaseInput, type ReleaseResult } from './releaseWork';
export type { SeenStatus } from './seenStatus';
export { ServerForms, type WorkForms } from './ServerForms';
export { redactingErrors } from './withoutValues';
export { isOutrun } from './applyManifest';
export { planAsking, type Decided } from './askServer';
export { comparedObjects, type HeldWork, type WatchedKind } from './watches/KindWatch';
export { kindsToWatch } from './watches/kindsToWatch';
export { MemberWatches, type MemberWatchesOptions, type WatchLog } from './watches/MemberWatches';
export type { PendingChanges } from './watches/PendingChanges';
