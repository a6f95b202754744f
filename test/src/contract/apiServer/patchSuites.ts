import { apply } from './apply.contract';
import { applyCustom } from './applyCustom.contract';
import { applyLists } from './applyLists.contract';
import { jsonPatch } from './jsonPatch.contract';
import { kubectlApply } from './kubectlApply.contract';
import { kubectlObjects } from './kubectlObjects.contract';
import { kubectlWorkloads } from './kubectlWorkloads.contract';
import { managedFields } from './managedFields.contract';
import { mergePatch } from './mergePatch.contract';
import { migration } from './migration.contract';
import { patchOptions } from './patchOptions.contract';
import { scale } from './scale.contract';
import { strategicPatch } from './strategicPatch.contract';
import type { ContractSuite } from './suite';

/** All that PATCH does, and kubectl as a client. */
export const patchSuites: readonly ContractSuite[] = [
  jsonPatch,
  mergePatch,
  patchOptions,
  strategicPatch,
  apply,
  applyLists,
  applyCustom,
  managedFields,
  scale,
  migration,
  kubectlApply,
  kubectlObjects,
  kubectlWorkloads,
];
