import type { PersonDecision } from './gateStatus';
import type { ApprovalRequest } from './request';

/**
 * All that gate kinds read beside the run and the stage: one value, from the loader of the backend (`database/gateFacts.ts`) to
 * the decision and to pages. A fact that a kind wants is a field here and a line there; nobody between them names it.
 */
export interface GateFacts {
  /** Those of the run, and those of other runs that have a name which the run needs (C/AP-011). */
  readonly requests: readonly ApprovalRequest[];
  /** What people said of them; a decision that was withdrawn is none. */
  readonly decisions: readonly PersonDecision[];
}

/** Of a run that nothing is known of beside its own memory. */
export const noGateFacts: GateFacts = { requests: [], decisions: [] };
