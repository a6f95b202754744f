import type { BackstageCredentials } from '@backstage/backend-plugin-api';
import type { ActionsRegistryService } from '@backstage/backend-plugin-api/alpha';
import {
  ConflictError,
  InputError,
  NotAllowedError,
  NotFoundError,
  ServiceUnavailableError,
} from '@backstage/errors';
import type { FleetClient } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { Ports } from '../ports';

export interface ActionDeps {
  readonly registry: ActionsRegistryService;
  /** The REST API in the name of whoever invokes an action: its contract, permissions and audit hold for actions, too. */
  readonly clientFor: (credentials: BackstageCredentials) => FleetClient;
  readonly ports: Pick<Ports, 'clock' | 'timers'>;
}

/** Of actions that only read. */
export const READ_ONLY = { readOnly: true, destructive: false, idempotent: true } as const;

export interface Invoked<Input> {
  readonly input: Input;
  readonly credentials: BackstageCredentials;
}

/**
 * Carries an action out by REST.
 *
 * @throws what REST has refused, as the error class of its name with its message: assistants and templates show it as it is
 */
export async function byRest<Input, Output>(
  { clientFor }: Pick<ActionDeps, 'clientFor'>,
  { input, credentials }: Invoked<Input>,
  work: (fleet: FleetClient, input: Input) => Promise<Output>,
): Promise<{ output: Output }> {
  try {
    return { output: await work(clientFor(credentials), input) };
  } catch (error) {
    throw refusalIn(error);
  }
}

const REFUSALS: Readonly<Record<string, new (message: string) => Error>> = {
  ConflictError,
  InputError,
  NotAllowedError,
  NotFoundError,
  ServiceUnavailableError,
};

/** A `ResponseError` says "Request failed with 403 Forbidden"; its cause says why. */
function refusalIn(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'ResponseError') return error;
  const { cause } = error;
  if (!(cause instanceof Error)) return error;
  const Refusal = REFUSALS[cause.name];
  return Refusal === undefined ? error : new Refusal(cause.message);
}
