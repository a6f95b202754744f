import { viewPermission } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { byRest, READ_ONLY, type ActionDeps } from './actionDeps';
import * as shapes from './shapes';
import type { Zod } from './shapes';

/** What may be asked of placements and of decisions; none of it writes. */
export function registerPlacementActions(deps: ActionDeps): void {
  registerListPlacements(deps);
  registerGetPlacement(deps);
  registerExplainScheduling(deps);
  registerWhatIf(deps);
}

function registerListPlacements(deps: ActionDeps): void {
  deps.registry.register({
    name: 'list-placements',
    title: 'List placements',
    description:
      'Lists placements of the fleet: their state, and how many clusters they want, have, and are available on.',
    attributes: READ_ONLY,
    visibilityPermission: viewPermission,
    schema: {
      input: z =>
        z.object({
          search: z.string().max(253).optional().describe('Part of the name'),
          state: z
            .string()
            .max(500)
            .optional()
            .describe('States, separated by commas; "stuck" is any placement in trouble'),
          cluster: z.string().max(255).optional().describe('Only placements on this cluster'),
          limit: shapes.limit(z),
        }),
      output: z => z.object({ placements: z.array(shapes.placement(z)), total: z.number() }),
    },
    action: context =>
      byRest(deps, context, async (fleet, { search, ...asked }) => {
        const query = { ...asked, ...(search !== undefined && { q: search }) };
        const { items, total } = await fleet.ask(api => api.GET('/placements', { params: { query } }));
        return { placements: items.map(shapes.toPlacement), total };
      }),
  });
}

function registerGetPlacement(deps: ActionDeps): void {
  deps.registry.register({
    name: 'get-placement',
    title: 'Get a placement',
    description:
      'Shows one placement: its policy in words, its clusters by cause, and what keeps it from being available, with since when and who can act.',
    attributes: READ_ONLY,
    visibilityPermission: viewPermission,
    schema: {
      input: z => z.object({ namespace: shapes.namespace(z), name: shapes.name(z) }),
      output: z =>
        shapes.placement(z).extend({
          policy: z.string(),
          latestSnapshot: z.string().optional(),
          causes: z.array(z.object({ cause: z.string(), clusters: z.number() })),
          blockers: z.array(shapes.blocker(z)),
        }),
    },
    action: context =>
      byRest(deps, context, async (fleet, { namespace, name }) => {
        const path = { scope: shapes.scopeOf(namespace), name };
        const { placement } = await fleet.ask(api =>
          api.GET('/placements/{scope}/{name}', { params: { path } }),
        );
        const { policy, latestSnapshot, causes, blockers } = placement;
        return {
          ...shapes.toPlacement(placement),
          ...{ policy, causes, blockers: blockers.map(shapes.toBlocker) },
          ...(latestSnapshot !== undefined && { latestSnapshot }),
        };
      }),
  });
}

function registerExplainScheduling(deps: ActionDeps): void {
  deps.registry.register({
    name: 'explain-scheduling',
    title: 'Explain a scheduling decision',
    description:
      'Says why a placement has picked a cluster or not: each filter with what it saw and what it wanted, and the score.',
    attributes: READ_ONLY,
    visibilityPermission: viewPermission,
    schema: {
      input: z =>
        z.object({ namespace: shapes.namespace(z), placement: shapes.name(z), cluster: shapes.name(z) }),
      output: z =>
        z.object({
          isPicked: z.boolean(),
          cause: z.string(),
          reason: z.string(),
          isStale: z.boolean().describe('The policy or what it reads has changed since'),
          filters: z.array(
            z.object({
              filter: z.string(),
              outcome: z.string(),
              seen: z.string().optional(),
              wanted: z.string().optional(),
              message: z.string().optional(),
            }),
          ),
          score: z.record(z.number()).optional(),
          rank: z.number().optional(),
          of: z.number().optional(),
        }),
    },
    action: context =>
      byRest(deps, context, async (fleet, { namespace, placement, cluster }) => {
        const path = { scope: shapes.scopeOf(namespace), name: placement, cluster };
        const { isPicked, cause, reason, isStale, filters, score, rank, of } = await fleet.ask(api =>
          api.GET('/placements/{scope}/{name}/clusters/{cluster}', { params: { path } }),
        );
        return {
          ...{ isPicked, cause, reason, isStale, filters },
          ...(score && { score }),
          ...(rank !== undefined && { rank }),
          ...(of !== undefined && { of }),
        };
      }),
  });
}

function registerWhatIf(deps: ActionDeps): void {
  deps.registry.register({
    name: 'what-if',
    title: 'Ask what a change of a placement would do',
    description:
      'Schedules a placement with another policy, another rollout strategy or a changed fleet, and says which clusters it would gain and lose, and why. Writes nothing.',
    attributes: READ_ONLY,
    visibilityPermission: viewPermission,
    schema: { input: whatIfInput, output: whatIfOutput },
    action: context =>
      byRest(deps, context, async (fleet, { namespace, placement, ...change }) => {
        const path = { scope: shapes.scopeOf(namespace), name: placement };
        // REST compares it with its contract, which is stricter than the shape of the input.
        const body = { ...change, show: 'changes' } as Schemas['WhatIfRequest'];
        const { counts, items, then, rollout, nothingChanges } = await fleet.ask(api =>
          api.POST('/placements/{scope}/{name}/what-if', { params: { path }, body }),
        );
        return {
          counts,
          changes: items.map(({ cluster, effect, why }) => ({ cluster, effect, why })),
          ...{ message: then.message, rollout: rollout.message },
          ...(nothingChanges !== undefined && { nothingChanges }),
        };
      }),
  });
}

const whatIfInput = (z: Zod) =>
  z.object({
    namespace: shapes.namespace(z),
    placement: shapes.name(z),
    policy: z
      .record(z.unknown())
      .optional()
      .describe('spec.policy as it would be, e.g. { "placementType": "PickN", "numberOfClusters": 3 }'),
    strategy: z.record(z.unknown()).optional().describe('spec.strategy as it would be'),
    clusters: z
      .array(
        z.object({
          cluster: shapes.name(z),
          change: z
            .enum(['edit', 'add', 'remove'])
            .describe('add: as if it had joined and were healthy; remove: as if it had left'),
          labels: z
            .record(z.string().nullable())
            .optional()
            .describe('Labels that differ; null takes one away'),
        }),
      )
      .max(50)
      .optional(),
  });

const whatIfOutput = (z: Zod) =>
  z.object({
    counts: z.object({ stays: z.number(), gains: z.number(), loses: z.number(), without: z.number() }),
    changes: z.array(z.object({ cluster: z.string(), effect: z.string(), why: z.string() })),
    message: z.string().describe('Whether the policy would be fulfilled'),
    rollout: z.string().describe('How the clusters that it gains get the resources'),
    nothingChanges: z.string().optional().describe('Why no cluster is gained or lost'),
  });
