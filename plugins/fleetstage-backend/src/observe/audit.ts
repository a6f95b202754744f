import type { AuditorService, AuditorServiceCreateEventOptions } from '@backstage/backend-plugin-api';
import { isError } from '@backstage/errors';
import type { Request } from 'express';

/** The acts that are audited; the platform puts the id of the plugin before them. */
export type AuditedAct =
  | 'run-create'
  | 'run-approve'
  | 'run-withdraw'
  | 'run-reject'
  | 'run-start'
  | 'run-stop'
  | 'run-retry'
  | 'placement-create'
  | 'placement-update'
  | 'placement-delete'
  | 'strategy-update';

type Meta = NonNullable<AuditorServiceCreateEventOptions['meta']>;

/** Opens a stage, holds a run, or takes workloads away: what an auditor looks at first. */
const HIGH: ReadonlySet<AuditedAct> = new Set(['run-approve', 'run-reject', 'run-stop', 'placement-delete']);

export interface Audited<T> {
  readonly act: AuditedAct;
  /** What it is about: hub, run, stage, placement … */
  readonly about: Meta;
  /** Does it; `knownAs` is told as soon as it is known who asks. */
  readonly perform: (knownAs: (actor: string) => void) => Promise<T>;
  /** What came of it, beyond that it was done. */
  readonly outcomeOf?: (result: T) => string;
}

export type Audit = <T>(request: Request, audited: Audited<T>) => Promise<T>;

/** One event per mutation that was asked for: carried out, refused or failed. */
export function createAudit(auditor: AuditorService): Audit {
  return async (request, { act, about, perform, outcomeOf }) => {
    const event = await auditor.createEvent({
      eventId: act,
      severityLevel: HIGH.has(act) ? 'high' : 'medium',
      request,
      meta: about,
    });
    let who: Meta = {};
    try {
      const result = await perform(actor => {
        who = { actor };
      });
      await event.success({ meta: { ...about, ...who, outcome: outcomeOf?.(result) ?? 'done' } });
      return result;
    } catch (error) {
      const isRefused = isError(error) && error.name === 'NotAllowedError';
      const cause = isError(error) ? error : new Error(String(error));
      await event.fail({
        error: cause,
        meta: { ...about, ...who, outcome: isRefused ? 'refused' : 'failed' },
      });
      throw error;
    }
  };
}
