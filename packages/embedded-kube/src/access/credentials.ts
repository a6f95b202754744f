import type { SqliteStore } from '../storage/SqliteStore';
import { createToken } from './createToken';
import type { ListenAddress } from './listenAddress';

/** What the file with the data keeps for the fleet, and nobody else may know. */
export const SECRETS = ['authority', 'controlToken', 'tokenKey'] as const;
const MADE_FOR = 'credentialsMadeFor';
/** Of tokens that somebody wrote himself; those that a fleet makes have 43 characters. */
const SHORTEST_TOKEN = 16;

/** The fleet must not be reached from elsewhere with the credentials that it has. */
export class CredentialsError extends Error {}

export interface WantedCredentials {
  readonly address: ListenAddress;
  /** Make other ones first. */
  readonly isRenewed: boolean;
  readonly users?: readonly { readonly name: string; readonly token: string }[];
}

/**
 * Credentials of a demonstration are those that were made while the fleet was for this machine alone: they may be in
 * kubeconfigs, terminals and pictures. With them, or with tokens that can be guessed, a fleet listens on loopback only.
 * Call it before anything is read from the store.
 *
 * @throws CredentialsError
 */
export function admitCredentials(
  store: SqliteStore | undefined,
  { address, isRenewed, users = [] }: WantedCredentials,
): void {
  const guessable = address.isLoopback ? undefined : users.find(({ token }) => token.length < SHORTEST_TOKEN);
  if (guessable)
    throw new CredentialsError(
      `the token of user ${JSON.stringify(guessable.name)} has fewer than ${SHORTEST_TOKEN} characters, which is enough on loopback only: give the user a longer one to listen on ${address.host}`,
    );
  if (!store) return;
  if (isRenewed) store.renewSecrets(SECRETS, createToken);
  const isNew = store.clusters().length === 0;
  const madeFor = isNew || isRenewed ? undefined : (store.readValue(MADE_FOR) ?? 'loopback');
  if (madeFor === undefined) store.saveValue(MADE_FOR, address.isLoopback ? 'loopback' : 'network');
  else if (madeFor === 'loopback' && !address.isLoopback)
    throw new CredentialsError(
      `the credentials of this fleet were made for this machine alone, and do not go out to ${address.host}: start once with --credentials new, which makes other ones and leaves the objects as they are`,
    );
}
