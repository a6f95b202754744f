import type { ActionsRegistryActionOptions } from '@backstage/backend-plugin-api/alpha';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

/** The zod that the registry brings, so that its schemas are of one version. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Zod = Parameters<ActionsRegistryActionOptions<any, any>['schema']['input']>[0];

/** Of cluster-scoped objects, as REST addresses them. */
const CLUSTER_SCOPE = '_';

export const scopeOf = (namespace: string | undefined): string => namespace ?? CLUSTER_SCOPE;

/** The namespace, where there is one. */
export const namespaceIn = (scope: string) => (scope === CLUSTER_SCOPE ? {} : { namespace: scope });

export const namespace = (z: Zod) =>
  z
    .string()
    .min(1)
    .max(63)
    .optional()
    .describe('Namespace of a ResourcePlacement and of what belongs to it; left out for cluster-scoped ones');

export const name = (z: Zod) => z.string().min(1).max(255);

const DEFAULT_LIMIT = 50;

export const limit = (z: Zod) =>
  z.number().int().min(1).max(500).default(DEFAULT_LIMIT).describe('How many at most');

/** What waits, why, since when, until when, and who can act. */
export const blocker = (z: Zod) =>
  z.object({
    cause: z.string(),
    message: z.string(),
    stage: z.string().optional(),
    clusters: z.array(z.string()).describe('At most 20'),
    clusterCount: z.number(),
    since: z.string().optional(),
    until: z.string().optional(),
    actor: z.string().optional().describe('Who can act'),
  });

export const toBlocker = ({ state: _, subject: __, placement: ___, ...shown }: Schemas['Blocker']) => shown;

export const placement = (z: Zod) =>
  z.object({
    namespace: z.string().optional(),
    name: z.string(),
    state: z.string(),
    message: z.string().optional(),
    wanted: z.number().describe('Clusters'),
    picked: z.number(),
    available: z.number(),
    run: z.string().optional().describe('The unfinished run that moves it'),
  });

export function toPlacement({
  scope,
  ...shown
}: Pick<
  Schemas['PlacementSummary'],
  'scope' | 'name' | 'state' | 'message' | 'wanted' | 'picked' | 'available' | 'run'
>) {
  const { name: called, state, message, wanted, picked, available, run } = shown;
  return {
    ...namespaceIn(scope),
    ...{ name: called, state, wanted, picked, available },
    ...(message !== undefined && { message }),
    ...(run !== undefined && { run }),
  };
}

export const run = (z: Zod) =>
  z.object({
    namespace: z.string().optional(),
    name: z.string(),
    state: z.string(),
    isOver: z.boolean(),
    placement: z.string(),
    strategy: z.string(),
    snapshot: z.string().optional().describe('Index that it brings'),
    clusters: z.object({ total: z.number(), done: z.number(), inTrouble: z.number() }),
    stages: z.array(z.object({ name: z.string(), state: z.string() })),
    waitsFor: blocker(z).optional(),
  });

export function toRun(summary: Schemas['RunSummary']) {
  const { scope, name: called, state, isOver, strategy, snapshot, total, tally, stages, waitsFor } = summary;
  return {
    ...namespaceIn(scope),
    ...{ name: called, state, isOver, placement: summary.placement, strategy },
    ...(snapshot !== undefined && { snapshot }),
    clusters: { total, done: tally.done, inTrouble: tally.inTrouble },
    stages: stages.map(stage => ({ name: stage.name, state: stage.state })),
    ...(waitsFor && { waitsFor: toBlocker(waitsFor) }),
  };
}
