import type { BackstageCredentials } from '@backstage/backend-plugin-api';
import type { ActionsRegistryService } from '@backstage/backend-plugin-api/alpha';
import { ResponseError } from '@backstage/errors';
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
 * @throws what REST has refused, with its name and message: assistants and templates show it as it is
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

/** A `ResponseError` says "Request failed with 403 Forbidden"; its cause is the error that REST has sent, by its name. */
const refusalIn = (error: unknown): unknown => (error instanceof ResponseError ? error.cause : error);
