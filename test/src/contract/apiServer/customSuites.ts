import { cel } from './cel.contract';
import { celCompile } from './celCompile.contract';
import { celLibraries } from './celLibraries.contract';
import { customDefaults } from './customDefaults.contract';
import { customSchema } from './customSchema.contract';
import { customKubectl, customTables } from './customTables.contract';
import { customVersions } from './customVersions.contract';
import { definitionErrors } from './definitionErrors.contract';
import { definitions } from './definitions.contract';
import { fleetKinds } from './fleetKinds.contract';
import type { ContractSuite } from './suite';

/** Definitions and custom resources. */
export const customSuites: readonly ContractSuite[] = [
  definitions,
  definitionErrors,
  customSchema,
  customDefaults,
  customVersions,
  customTables,
  customKubectl,
  cel,
  celCompile,
  celLibraries,
  fleetKinds,
];
