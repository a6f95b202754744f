import { viewPermission } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ConflictError } from '@backstage/errors';
import type { FleetClient, Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { byRest, READ_ONLY, type ActionDeps, type Invoked } from './actionDeps';
import * as shapes from './shapes';
import type { Zod } from './shapes';

/** Runs: what they do, and what a person may do with them; gates have actions of their own. */
export function registerRunActions(deps: ActionDeps): void {
  registerListRuns(deps);
  registerGetRun(deps);
  registerStartRun(deps);
  registerStopAndResume(deps);
  registerEndRun(deps);
  registerRollBackRun(deps);
}

export const addressed = (z: Zod) => z.object({ namespace: shapes.namespace(z), run: shapes.name(z) });

interface Addressed {
  readonly namespace?: string;
  readonly run: string;
}

export const pathOf = ({ namespace, run }: Addressed) => ({ scope: shapes.scopeOf(namespace), name: run });

export const readRun = async (fleet: FleetClient, asked: Addressed): Promise<Schemas['Run']> =>
  (await fleet.ask(api => api.GET('/runs/{scope}/{name}', { params: { path: pathOf(asked) } }))).run;

function registerListRuns(deps: ActionDeps): void {
  deps.registry.register({
    name: 'list-update-runs',
    title: 'List update runs',
    description: 'Lists update runs, unfinished ones first, of these those in trouble first.',
    attributes: READ_ONLY,
    visibilityPermission: viewPermission,
    schema: {
      input: z =>
        z.object({
          placement: z
            .string()
            .max(320)
            .optional()
            .describe('Name of a placement; of a ResourcePlacement namespace/name'),
          state: z
            .string()
            .max(500)
            .optional()
            .describe('States, separated by commas, e.g. waitingForApproval,stuck,failing'),
          limit: shapes.limit(z),
        }),
      output: z => z.object({ runs: z.array(shapes.run(z)), total: z.number() }),
    },
    action: context =>
      byRest(deps, context, async (fleet, query) => {
        const { items, total } = await fleet.ask(api => api.GET('/runs', { params: { query } }));
        return { runs: items.map(shapes.toRun), total };
      }),
  });
}

function registerGetRun(deps: ActionDeps): void {
  deps.registry.register({
    name: 'get-update-run',
    title: 'Get an update run',
    description:
      'Shows one update run: the state of each stage, and everything that keeps it from going on, with since when and who can act.',
    attributes: READ_ONLY,
    visibilityPermission: viewPermission,
    schema: {
      input: addressed,
      output: z =>
        shapes.run(z).extend({
          blockers: z.array(shapes.blocker(z)),
          failure: z.string().optional(),
          previousSnapshot: z.string().optional(),
        }),
    },
    action: context =>
      byRest(deps, context, async (fleet, asked) => {
        const run = await readRun(fleet, asked);
        const { blockers, failure, previousSnapshot } = run;
        return {
          ...shapes.toRun(run),
          blockers: blockers.map(shapes.toBlocker),
          ...(failure !== undefined && { failure }),
          ...(previousSnapshot !== undefined && { previousSnapshot }),
        };
      }),
  });
}

const created = (z: Zod) => z.object({ namespace: z.string().optional(), run: z.string() });

const toCreated = ({ scope, name }: Schemas['CreatedRun']) => ({
  ...shapes.namespaceIn(scope),
  run: name,
});

function registerStartRun(deps: ActionDeps): void {
  deps.registry.register({
    name: 'start-run',
    title: 'Start an update run',
    description:
      'Creates an update run: it brings a snapshot of a placement to its clusters, stage by stage, as an update strategy says. Its approvals stay with people.',
    attributes: { destructive: false, idempotent: false },
    visibilityPermission: viewPermission,
    schema: {
      input: z =>
        z.object({
          namespace: shapes.namespace(z),
          placement: shapes.name(z),
          strategy: z.string().min(1).max(253).describe('Name of the update strategy'),
          snapshot: z.string().max(10).optional().describe('Index of the snapshot; the newest if left out'),
          name: z.string().min(1).max(63).optional().describe('Name of the run; one is made if left out'),
        }),
      output: created,
    },
    action: context =>
      byRest(deps, context, async (fleet, { namespace, name, ...what }) => {
        const body = { ...what, scope: shapes.scopeOf(namespace) };
        const called = name ?? (await suggestName(fleet, body));
        return toCreated(
          await fleet.ask(api => api.POST('/runs', { body: { ...body, name: called, state: 'Run' } })),
        );
      }),
  });
}

async function suggestName(fleet: FleetClient, body: Schemas['PreviewRunRequest']): Promise<string> {
  const { problems, suggestedName } = await fleet.ask(api => api.POST('/runs/preview', { body }));
  const fatal = problems.find(({ isFatal }) => isFatal);
  if (fatal) throw new ConflictError(fatal.message);
  return suggestedName;
}

function registerStopAndResume(deps: ActionDeps): void {
  const input = (z: Zod) =>
    addressed(z).extend({
      reason: z.string().max(2_000).optional().describe('Why; people read it in the timeline'),
    });
  const output = (z: Zod) => z.object({ state: z.string().describe('spec.state of the run') });
  const setState = (state: 'Run' | 'Stop') => (context: Invoked<Addressed & { readonly reason?: string }>) =>
    byRest(deps, context, (fleet, { reason, ...asked }) =>
      fleet.ask(api =>
        api.POST('/runs/{scope}/{name}/state', {
          params: { path: pathOf(asked) },
          body: { state, ...(reason !== undefined && { reason }) },
        }),
      ),
    );
  deps.registry.register({
    name: 'stop-run',
    title: 'Stop an update run',
    description: 'Stops an update run: no further cluster begins, and what has begun is finished.',
    attributes: { destructive: false, idempotent: true },
    visibilityPermission: viewPermission,
    schema: { input, output },
    action: setState('Stop'),
  });
  deps.registry.register({
    name: 'resume-run',
    title: 'Start or resume an update run',
    description: 'Starts an update run that is ready, or lets a stopped one go on where it was.',
    attributes: { destructive: false, idempotent: true },
    visibilityPermission: viewPermission,
    schema: { input, output },
    action: setState('Run'),
  });
}

function registerEndRun(deps: ActionDeps): void {
  deps.registry.register({
    name: 'end-run',
    title: 'End an update run',
    description:
      'Ends an update run for good: clusters keep what they run, and stages that were not reached are not updated by it.',
    attributes: { destructive: true, idempotent: true },
    visibilityPermission: viewPermission,
    schema: {
      input: z => addressed(z).extend({ reason: z.string().min(1).max(2_000) }),
      output: z => z.object({ isEnding: z.boolean() }),
    },
    action: context =>
      byRest(deps, context, (fleet, { reason, ...asked }) =>
        fleet.ask(api =>
          api.POST('/runs/{scope}/{name}/end', { params: { path: pathOf(asked) }, body: { reason } }),
        ),
      ),
  });
}

function registerRollBackRun(deps: ActionDeps): void {
  deps.registry.register({
    name: 'roll-back-run',
    title: 'Roll back an update run',
    description:
      'Ends an update run where it is not over, and creates another one that brings the clusters which it has started back to an earlier snapshot.',
    attributes: { destructive: true, idempotent: false },
    visibilityPermission: viewPermission,
    schema: {
      input: z =>
        addressed(z).extend({
          snapshot: z
            .string()
            .max(10)
            .optional()
            .describe('Index; if left out, the last one that was available on these clusters'),
          newName: z
            .string()
            .min(1)
            .max(63)
            .optional()
            .describe('Name of the run that rolls back; <run>-rollback if left out'),
          reason: z.string().min(1).max(2_000).describe('Why'),
        }),
      output: created,
    },
    action: context =>
      byRest(deps, context, async (fleet, { reason, snapshot, newName, ...asked }) => {
        const to = snapshot ?? (await readRun(fleet, asked)).rollBack?.to;
        if (to === undefined)
          throw new ConflictError(`run "${asked.run}" has no earlier snapshot that was available; name one`);
        const body = { newName: newName ?? `${asked.run.slice(0, 54)}-rollback`, snapshot: to, reason };
        return toCreated(
          await fleet.ask(api =>
            api.POST('/runs/{scope}/{name}/rollback', { params: { path: pathOf(asked) }, body }),
          ),
        );
      }),
  });
}
