import type { ContractSuite } from './suite';
import { verbs } from './verbs.contract';

/** In the order in which they are played. */
export const allSuites: readonly ContractSuite[] = [verbs];
