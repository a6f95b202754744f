import {
  NEW_RUN_RESOURCE_TYPE,
  normalizeEntityRef,
  parsePlacementKey,
  PLACEMENT_RESOURCE_TYPE,
  RUN_RESOURCE_TYPE,
  SEQUENCE_RESOURCE_TYPE,
  STRATEGY_RESOURCE_TYPE,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  createConditionExports,
  createPermissionResourceRef,
  createPermissionRule,
} from '@backstage/plugin-permission-node';
import { z } from 'zod';
import type {
  NewRunResource,
  PlacementResource,
  RunResource,
  SequenceResource,
  StrategyResource,
} from './resources';

const PLUGIN = 'fleetstage';

/** Runs are filtered in memory, one decision per request: there is nothing to query by. */
export const runResourceRef = createPermissionResourceRef<RunResource, never>().with({
  pluginId: PLUGIN,
  resourceType: RUN_RESOURCE_TYPE,
});

export const placementResourceRef = createPermissionResourceRef<PlacementResource, never>().with({
  pluginId: PLUGIN,
  resourceType: PLACEMENT_RESOURCE_TYPE,
});

export const newRunResourceRef = createPermissionResourceRef<NewRunResource, never>().with({
  pluginId: PLUGIN,
  resourceType: NEW_RUN_RESOURCE_TYPE,
});

export const strategyResourceRef = createPermissionResourceRef<StrategyResource, never>().with({
  pluginId: PLUGIN,
  resourceType: STRATEGY_RESOURCE_TYPE,
});

export const sequenceResourceRef = createPermissionResourceRef<SequenceResource, never>().with({
  pluginId: PLUGIN,
  resourceType: SEQUENCE_RESOURCE_TYPE,
});

const names = z.array(z.string()).min(1);
const label = z.object({
  key: z.string().describe('Key of the label'),
  values: z.array(z.string()).optional().describe('Any of these; left out: the label is there'),
});

type Label = z.infer<typeof label>;

const hasLabel = (labels: Readonly<Record<string, string>>, { key, values }: Label) =>
  labels[key] !== undefined && (values === undefined || values.includes(labels[key]));

/** What is cluster-wide is in none. */
function isIn(key: string, namespaces: readonly string[]): boolean {
  const parsed = parsePlacementKey(key);
  return parsed.ok && parsed.value.namespace !== undefined && namespaces.includes(parsed.value.namespace);
}

const notAQuery = (): never => {
  throw new Error('the rules of Fleetstage are applied to what was loaded; they make no query');
};

const isPlacementOfRun = createPermissionRule({
  name: 'IS_PLACEMENT',
  description: 'The run moves one of these placements',
  resourceRef: runResourceRef,
  paramsSchema: z.object({
    placements: names.describe('Names of placements; of a ResourcePlacement namespace/name'),
  }),
  apply: (run, { placements }) => placements.includes(run.placement),
  toQuery: notAQuery,
});

/** Without a stage the entire run is meant, which no list of stages covers. */
const isInStage = createPermissionRule({
  name: 'IN_STAGE',
  description: 'The approval is for one of these stages',
  resourceRef: runResourceRef,
  paramsSchema: z.object({ stages: names.describe('Names of stages') }),
  apply: (run, { stages }) => run.stage !== undefined && stages.includes(run.stage),
  toQuery: notAQuery,
});

const runHasLabel = createPermissionRule({
  name: 'HAS_LABEL',
  description: 'The run has this label',
  resourceRef: runResourceRef,
  paramsSchema: label,
  apply: (run, wanted) => hasLabel(run.labels, wanted),
  toQuery: notAQuery,
});

const isNotSelfInitiated = createPermissionRule({
  name: 'NOT_SELF_INITIATED',
  description: 'This user has neither created, nor started, nor resumed the run',
  resourceRef: runResourceRef,
  paramsSchema: z.object({ user: z.string().describe('Entity ref of the user who asks') }),
  apply: (run, { user }) => !run.initiators.includes(normalizeEntityRef(user, 'user')),
  toQuery: notAQuery,
});

const areInitiatorsKnown = createPermissionRule({
  name: 'INITIATORS_KNOWN',
  description: 'The run was created, and set running the last time, through Fleetstage by people',
  resourceRef: runResourceRef,
  apply: run => run.areInitiatorsKnown,
  toQuery: notAQuery,
});

const isPlacementOfNewRun = createPermissionRule({
  name: 'IS_PLACEMENT',
  description: 'The run would move one of these placements',
  resourceRef: newRunResourceRef,
  paramsSchema: z.object({
    placements: names.describe('Names of placements; of a ResourcePlacement namespace/name'),
  }),
  apply: (run, { placements }) => placements.includes(run.placement),
  toQuery: notAQuery,
});

const isStrategy = createPermissionRule({
  name: 'IS_STRATEGY',
  description: 'The run would work by one of these strategies',
  resourceRef: newRunResourceRef,
  paramsSchema: z.object({
    strategies: names.describe('Names of strategies; of a StagedUpdateStrategy namespace/name'),
  }),
  apply: (run, { strategies }) => strategies.includes(run.strategy),
  toQuery: notAQuery,
});

const placementOfNewRunHasLabel = createPermissionRule({
  name: 'HAS_LABEL',
  description: 'The placement that the run would move has this label',
  resourceRef: newRunResourceRef,
  paramsSchema: label,
  apply: (run, wanted) => hasLabel(run.labels, wanted),
  toQuery: notAQuery,
});

const isPlacement = createPermissionRule({
  name: 'IS_PLACEMENT',
  description: 'It is one of these placements',
  resourceRef: placementResourceRef,
  paramsSchema: z.object({
    placements: names.describe('Names of placements; of a ResourcePlacement namespace/name'),
  }),
  apply: (placement, { placements }) => placements.includes(placement.name),
  toQuery: notAQuery,
});

const isInNamespace = createPermissionRule({
  name: 'IN_NAMESPACE',
  description: 'It is a ResourcePlacement in one of these namespaces of the hub',
  resourceRef: placementResourceRef,
  paramsSchema: z.object({ namespaces: names.describe('Names of namespaces') }),
  apply: ({ name }, { namespaces }) => isIn(name, namespaces),
  toQuery: notAQuery,
});

const isRunInNamespace = createPermissionRule({
  name: 'IN_NAMESPACE',
  description: 'It is a StagedUpdateRun in one of these namespaces of the hub',
  resourceRef: runResourceRef,
  paramsSchema: z.object({ namespaces: names.describe('Names of namespaces') }),
  apply: ({ name }, { namespaces }) => isIn(name, namespaces),
  toQuery: notAQuery,
});

const isNewRunInNamespace = createPermissionRule({
  name: 'IN_NAMESPACE',
  description: 'The run would be a StagedUpdateRun in one of these namespaces of the hub',
  resourceRef: newRunResourceRef,
  paramsSchema: z.object({ namespaces: names.describe('Names of namespaces') }),
  apply: ({ placement }, { namespaces }) => isIn(placement, namespaces),
  toQuery: notAQuery,
});

const placementHasLabel = createPermissionRule({
  name: 'HAS_LABEL',
  description: 'The placement has this label',
  resourceRef: placementResourceRef,
  paramsSchema: label,
  apply: (placement, wanted) => hasLabel(placement.labels, wanted),
  toQuery: notAQuery,
});

const isOneOfStrategies = createPermissionRule({
  name: 'IS_STRATEGY',
  description: 'It is one of these strategies',
  resourceRef: strategyResourceRef,
  paramsSchema: z.object({
    strategies: names.describe('Names of strategies; of a StagedUpdateStrategy namespace/name'),
  }),
  apply: ({ name }, { strategies }) => strategies.includes(name),
  toQuery: notAQuery,
});

const isStrategyInNamespace = createPermissionRule({
  name: 'IN_NAMESPACE',
  description: 'It is a StagedUpdateStrategy in one of these namespaces of the hub',
  resourceRef: strategyResourceRef,
  paramsSchema: z.object({ namespaces: names.describe('Names of namespaces') }),
  apply: ({ name }, { namespaces }) => isIn(name, namespaces),
  toQuery: notAQuery,
});

const strategyHasLabel = createPermissionRule({
  name: 'HAS_LABEL',
  description: 'The strategy has this label',
  resourceRef: strategyResourceRef,
  paramsSchema: label,
  apply: (strategy, wanted) => hasLabel(strategy.labels, wanted),
  toQuery: notAQuery,
});

const isOneOfSequences = createPermissionRule({
  name: 'IS_SEQUENCE',
  description: 'It is one of these sequences, or a rollout of one',
  resourceRef: sequenceResourceRef,
  paramsSchema: z.object({ sequences: names.describe('Names of sequences') }),
  apply: ({ name }, { sequences }) => sequences.includes(name),
  toQuery: notAQuery,
});

/** Every fleet counts: whoever may act on one of two would act on the clusters of the other, too (D/RS-045). */
const isWithinFleets = createPermissionRule({
  name: 'ONLY_FLEETS',
  description: 'The stages of the sequence name no other fleets than these',
  resourceRef: sequenceResourceRef,
  paramsSchema: z.object({ fleets: names.describe('Names of fleets') }),
  apply: (sequence, { fleets }) =>
    sequence.fleets.length > 0 && sequence.fleets.every(fleet => fleets.includes(fleet)),
  toQuery: notAQuery,
});

const sequenceHasLabel = createPermissionRule({
  name: 'HAS_LABEL',
  description: 'The sequence has this label',
  resourceRef: sequenceResourceRef,
  paramsSchema: label,
  apply: (sequence, wanted) => hasLabel(sequence.labels, wanted),
  toQuery: notAQuery,
});

export const runRules = {
  isPlacement: isPlacementOfRun,
  isInNamespace: isRunInNamespace,
  isInStage,
  hasLabel: runHasLabel,
  isNotSelfInitiated,
  areInitiatorsKnown,
};

export const placementRules = { isPlacement, isInNamespace, hasLabel: placementHasLabel };

export const newRunRules = {
  isPlacement: isPlacementOfNewRun,
  isInNamespace: isNewRunInNamespace,
  isStrategy,
  hasLabel: placementOfNewRunHasLabel,
};

export const strategyRules = {
  isStrategy: isOneOfStrategies,
  isInNamespace: isStrategyInNamespace,
  hasLabel: strategyHasLabel,
};

export const sequenceRules = {
  isSequence: isOneOfSequences,
  isWithinFleets,
  hasLabel: sequenceHasLabel,
};

const runExports = createConditionExports({ resourceRef: runResourceRef, rules: runRules });
const newRunExports = createConditionExports({ resourceRef: newRunResourceRef, rules: newRunRules });
const placementExports = createConditionExports({
  resourceRef: placementResourceRef,
  rules: placementRules,
});
const strategyExports = createConditionExports({ resourceRef: strategyResourceRef, rules: strategyRules });
const sequenceExports = createConditionExports({ resourceRef: sequenceResourceRef, rules: sequenceRules });

/** Conditions of a policy on `fleetstage.run.approve` and `fleetstage.run.control`. */
export const fleetRunConditions = runExports.conditions;
/** Conditions of a policy on `fleetstage.run.create`. */
export const fleetNewRunConditions = newRunExports.conditions;
/** Conditions of a policy on `fleetstage.placement.update` and `fleetstage.placement.delete`. */
export const fleetPlacementConditions = placementExports.conditions;
/** Conditions of a policy on `fleetstage.strategy.create`, `fleetstage.strategy.update` and `fleetstage.strategy.delete`. */
export const fleetStrategyConditions = strategyExports.conditions;
/** Conditions of a policy on `fleetstage.sequence.…` and `fleetstage.rollout.…`. */
export const fleetSequenceConditions = sequenceExports.conditions;

/** `createFleetRunConditionalDecision(permission, fleetRunConditions.isInStage({ stages: ['canary'] }))`. */
export const createFleetRunConditionalDecision = runExports.createConditionalDecision;
/** The same for runs that are to be created. */
export const createFleetNewRunConditionalDecision = newRunExports.createConditionalDecision;
/** The same for placements. */
export const createFleetPlacementConditionalDecision = placementExports.createConditionalDecision;
/** The same for strategies. */
export const createFleetStrategyConditionalDecision = strategyExports.createConditionalDecision;
/** The same for sequences of versions and their rollouts. */
export const createFleetSequenceConditionalDecision = sequenceExports.createConditionalDecision;
