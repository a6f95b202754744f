import type { AuditorService, AuditorServiceCreateEventOptions } from '@backstage/backend-plugin-api';
import { isError } from '@backstage/errors';
import type { Request } from 'express';
import { toPlain, toPlainError } from './plainText';

/** The acts that are audited; the platform puts the id of the plugin before them. */
export type AuditedAct =
  | 'run-create'
  | 'run-approve'
  | 'run-withdraw'
  | 'run-reject'
  | 'run-start'
  | 'run-stop'
  | 'run-retry'
  | 'run-end'
  | 'run-rollback'
  | 'run-delete'
  /** Start or stop: the request was refused before its body was read. */
  | 'run-state'
  | 'placement-create'
  | 'placement-update'
  | 'placement-apply'
  | 'placement-evict'
  | 'placement-budget'
  | 'placement-budget-delete'
  | 'placement-delete'
  | 'removal-confirm'
  | 'removal-release'
  | 'strategy-create'
  | 'cluster-update'
  | 'cluster-leave'
  | 'cluster-drain'
  | 'cluster-uncordon'
  | 'cluster-join'
  | 'cluster-join-token'
  | 'workload-read'
  | 'workload-logs'
  | 'strategy-update'
  | 'strategy-delete'
  | 'override-create'
  | 'override-update'
  | 'override-delete'
  | 'sequence-create'
  | 'sequence-update'
  | 'sequence-delete'
  | 'sequence-suspend'
  | 'sequence-resume'
  | 'sequence-start'
  | 'rollout-pause'
  | 'rollout-resume'
  | 'rollout-cancel'
  | 'rollout-force-complete'
  | 'rollout-override-soak'
  | 'rollout-skip-cluster'
  | 'rollout-unskip-cluster'
  | 'rollout-retry'
  | 'rollout-ignore-maintenance';

type Meta = NonNullable<AuditorServiceCreateEventOptions['meta']>;

/** Opens a stage, holds a run, takes workloads away, or upgrades clusters where they would not be: what an auditor reads first. */
const HIGH: ReadonlySet<AuditedAct> = new Set([
  'cluster-join-token',
  'run-approve',
  'run-reject',
  'run-stop',
  'run-end',
  'run-rollback',
  'run-delete',
  'placement-delete',
  'placement-evict',
  'cluster-leave',
  'cluster-drain',
  'removal-confirm',
  'removal-release',
  'sequence-delete',
  'sequence-start',
  'rollout-cancel',
  'rollout-force-complete',
  'rollout-ignore-maintenance',
]);

export interface Audited<T> {
  readonly act: AuditedAct;
  /** The subject: hub, run, stage, placement … */
  readonly about: Meta;
  /** Does it; `knownAs` is called as soon as it is known who asks. */
  readonly perform: (knownAs: (actor: string) => void) => Promise<T>;
  /** The outcome, beyond that it was done. */
  readonly outcomeOf?: (result: T) => string;
}

export interface Refused extends Pick<Audited<never>, 'act' | 'about'> {
  readonly error: unknown;
}

export interface Audit {
  /** Carries an act out; one event says whether it was done, refused, or failed. */
  act<T>(request: Request, audited: Audited<T>): Promise<T>;
  /** Records an act that was refused before it was examined: no valid token, or nothing that the contract allows. */
  refusal(request: Request, refused: Refused): Promise<void>;
}

const REFUSALS: ReadonlySet<string> = new Set(['NotAllowedError', 'AuthenticationError']);

/** One event per mutation that was asked for: carried out, refused or failed. */
export function createAudit(auditor: AuditorService): Audit {
  const recorded = new WeakSet<Request>();
  const open = (act: AuditedAct, meta: Meta, request?: Request) =>
    auditor.createEvent({
      eventId: act,
      severityLevel: HIGH.has(act) ? 'high' : act === 'workload-read' ? 'low' : 'medium',
      ...(request && { request }),
      meta: toPlain(meta),
    });
  return {
    async act(request, { act, about, perform, outcomeOf }) {
      recorded.add(request);
      const event = await open(act, about, request);
      let who: Meta = {};
      try {
        const result = await perform(actor => {
          who = { actor };
        });
        const outcome = outcomeOf?.(result) ?? 'done';
        await event.success({ meta: toPlain({ ...about, ...who, outcome }) });
        return result;
      } catch (error) {
        await event.fail(toFailure(error, { ...about, ...who }));
        throw error;
      }
    },
    async refusal(request, { act, about, error }) {
      if (recorded.has(request)) return;
      recorded.add(request);
      const isUnknown = isError(error) && error.name === 'AuthenticationError';
      // The auditor would ask again whose token it is, and fail as we did.
      const meta = isUnknown
        ? { ...about, actor: 'unknown', from: request.ip, method: request.method }
        : about;
      const event = await open(act, meta, isUnknown ? undefined : request);
      await event.fail(toFailure(error, meta));
    },
  };
}

function toFailure(error: unknown, meta: Meta): { error: Error; meta: Meta } {
  const cause = isError(error) ? error : new Error(String(error));
  const outcome = REFUSALS.has(cause.name) ? 'refused' : 'failed';
  return { error: toPlainError(cause), meta: toPlain({ ...meta, outcome }) };
}
