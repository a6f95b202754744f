export { APPLIED_WORK, AppliedWorkCrdMissingError } from './appliedWorkStore';
export { applyWork, renderOnce, reportProblem, type ApplyResult, type WorkInput } from './applyWork';
export { CRD_HASH_ANNOTATION, ensureAppliedWorkCrd, type CrdResult } from './ensureAppliedWorkCrd';
export { EMPTY_INVENTORY, type Inventory, type InventoryEntry } from './inventory';
export {
  observeWork,
  type ObserveInput,
  type ObserveResult,
  type LiveObject,
  type Repair,
} from './observeWork';
export { podSelectorOf, readSigns } from './readSigns';
export { runLimited } from './runLimited';
export { releaseWork, type ReleaseInput, type ReleaseResult } from './releaseWork';
export type { SeenStatus } from './seenStatus';
export { ServerForms, type WorkForms } from './ServerForms';
export { redactingErrors } from './withoutValues';
export { planAsking, type Decided } from './askServer';
