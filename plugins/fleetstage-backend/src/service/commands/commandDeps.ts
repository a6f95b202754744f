import { NotAllowedError } from '@backstage/errors';
import type { GatePlugins } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Database } from '../../database/db';
import type { Log } from '../../observe/log';
import { isAnswered, type HubWriter } from '../HubWriter';
import type { JoinTokens } from '../JoinTokens';
import type { QueryDeps } from '../queryDeps';
import type { Permit, Viewer } from '../viewer';

export interface CommandDeps {
  readonly database: Database;
  /** Name of the hub. */
  readonly hub: string;
  /** Gate kinds that modules have added; absent: nobody knows which. */
  readonly gatePlugins?: GatePlugins;
  readonly writer: HubWriter;
  /** How members are reached; absent: each directly. */
  readonly carrierOf?: QueryDeps['carrierOf'];
  /** Absent: none can be issued. */
  readonly joinTokens?: JoinTokens;
  readonly log: Log;
}

/** @throws NotAllowedError with the sentence that the page shows beside the disabled button */
export function mustBeAllowed({ isAllowed, reason }: Permit): void {
  if (!isAllowed) throw new NotAllowedError(reason ?? 'You may not do this');
}

/** The hub may have done what it was asked, or not: it has not answered. */
export const isHubSilent = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'ServiceUnavailableError' && !isAnswered(error);

/** Who is named in the timeline and the audit log; of a service its subject: `service external:ci`. */
export const actorOf = ({ ref, service }: Pick<Viewer, 'ref' | 'service'>) =>
  ref ?? (service === undefined ? 'service' : `service ${service}`);
