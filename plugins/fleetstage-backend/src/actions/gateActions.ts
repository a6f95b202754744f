import { viewPermission } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ConflictError, NotFoundError } from '@backstage/errors';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { byRest, type ActionDeps } from './actionDeps';
import { addressed, pathOf, readRun } from './runActions';
import * as shapes from './shapes';
import type { Zod } from './shapes';

type Gate = Schemas['Gate'] & { readonly requestUid: string };

/** Decisions on approvals. REST refuses them to services, and to people whom the strategy does not name. */
export function registerGateActions(deps: ActionDeps): void {
  registerApprove(deps);
  registerReject(deps);
}

const gated = (z: Zod) =>
  addressed(z).extend({
    stage: shapes.name(z).describe('Name of the stage'),
    gate: z
      .enum(['before', 'after'])
      .optional()
      .describe('Which approval of the stage; the one that waits if left out'),
  });

const decided = (z: Zod) =>
  z.object({
    actor: z.string().describe('Entity ref of who decided'),
    at: z.string(),
    isFirst: z.boolean().describe('false: it was decided before; the first decision is kept'),
    startsStage: z.string().optional().describe('Stage that begins by it'),
  });

function toDecided({ actor, at, isFirst, startsStage }: Schemas['ApprovalResult']) {
  const begins = startsStage?.kind === 'stage' ? startsStage.stage : undefined;
  return { actor: actor.ref, at, isFirst, ...(begins !== undefined && { startsStage: begins }) };
}

function registerApprove(deps: ActionDeps): void {
  deps.registry.register({
    name: 'approve-stage',
    title: 'Approve a stage of an update run',
    description:
      'Approves what a stage of an update run waits for, as the person who asks: only who may approve on the page may do it here.',
    attributes: { destructive: false, idempotent: true },
    visibilityPermission: viewPermission,
    schema: {
      input: z => gated(z).extend({ comment: z.string().max(2_000).optional() }),
      output: decided,
    },
    action: context =>
      byRest(deps, context, async (fleet, { comment, stage, gate, ...asked }) => {
        const { task, requestUid, resourceVersion } = findGate(await readRun(fleet, asked), { stage, gate });
        const path = { ...pathOf(asked), stage, task };
        const body = {
          requestUid,
          ...(resourceVersion !== undefined && { resourceVersion }),
          ...(comment !== undefined && { comment }),
        };
        return toDecided(
          await fleet.ask(api =>
            api.POST('/runs/{scope}/{name}/gates/{stage}/{task}/approve', { params: { path }, body }),
          ),
        );
      }),
  });
}

function registerReject(deps: ActionDeps): void {
  deps.registry.register({
    name: 'reject-stage',
    title: 'Reject a stage of an update run',
    description:
      'Rejects what a stage of an update run waits for: the stage does not go on, and the reason stays on the run.',
    attributes: { destructive: true, idempotent: true },
    visibilityPermission: viewPermission,
    schema: { input: z => gated(z).extend({ reason: z.string().min(1).max(2_000) }), output: decided },
    action: context =>
      byRest(deps, context, async (fleet, { reason, stage, gate, ...asked }) => {
        const { task, requestUid } = findGate(await readRun(fleet, asked), { stage, gate });
        const path = { ...pathOf(asked), stage, task };
        return toDecided(
          await fleet.ask(api =>
            api.POST('/runs/{scope}/{name}/gates/{stage}/{task}/reject', {
              params: { path },
              body: { requestUid, reason },
            }),
          ),
        );
      }),
  });
}

/** The approval that waits; else the last one that was asked for, so that a repeat finds its decision. */
function findGate(
  run: Schemas['Run'],
  asked: { readonly stage: string; readonly gate?: 'before' | 'after' },
): Gate {
  const stage = run.pipeline.find(({ name }) => name === asked.stage);
  if (!stage) {
    const names = run.pipeline.map(({ name }) => `"${name}"`).join(', ');
    throw new NotFoundError(`run "${run.name}" has no stage "${asked.stage}"; it has ${names}`);
  }
  const requests = [...stage.gatesBefore, ...stage.gatesAfter].filter(
    (gate): gate is Gate =>
      gate.requestUid !== undefined && (asked.gate === undefined || gate.task === asked.gate),
  );
  const found = requests.find(({ state }) => state === 'asked') ?? requests.at(-1);
  if (found) return found;
  throw new ConflictError(`stage "${stage.name}" of run "${run.name}" waits for no approval: ${stage.state}`);
}
