import { answeredObject } from './answeredObject.contract';
import { accepted, bodies } from './bodies.contract';
import { deleteCollection } from './deleteCollection.contract';
import { dryRun } from './dryRun.contract';
import { fieldValidation } from './fieldValidation.contract';
import { found } from './found.contract';
import { generation } from './generation.contract';
import { limits } from './limits.contract';
import { oddPaths } from './oddPaths.contract';
import { listVersions, paging } from './paging.contract';
import { preconditions } from './preconditions.contract';
import { selectors } from './selectors.contract';
import { validationConfig } from './validationConfig.contract';
import { validationOthers } from './validationOthers.contract';
import { validationWorkloads } from './validationWorkloads.contract';
import { endpoints, verbs } from './verbs.contract';

/** What a single request may ask, and its answer. */
export const requestSuites = [
  verbs,
  endpoints,
  bodies,
  accepted,
  fieldValidation,
  validationConfig,
  validationWorkloads,
  validationOthers,
  preconditions,
  paging,
  listVersions,
  selectors,
  generation,
  dryRun,
  limits,
  deleteCollection,
  found,
  answeredObject,
  oddPaths,
];
