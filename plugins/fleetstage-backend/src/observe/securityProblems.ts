import { isProduction } from '../isProduction';
import type { Settings } from '../settings';

export interface SecurityInputs {
  readonly encryption: Settings['encryption'];
  readonly members: Settings['members'];
  /** `NODE_ENV`. */
  readonly nodeEnv: string | undefined;
  /** `auth.providers.guest.dangerouslyAllowOutsideDevelopment`: without it Backstage itself refuses guests in production. */
  readonly allowsGuests: boolean;
}

/**
 * What keeps the engine from working in production: a sentence each, with the key to set. Health shows them without
 * credentials, so they name no cluster and no file.
 */
export function securityProblems({ encryption, members, nodeEnv, allowsGuests }: SecurityInputs): string[] {
  if (!isProduction(nodeEnv)) return [];
  const problems: string[] = [];
  if (encryption.keys.length === 0 && !encryption.allowClearText)
    problems.push(
      'fleetstage.encryption.keys is missing, and captured contents, Secrets among them, would be stored in clear: ' +
        'set it, for instance to the output of `openssl rand -base64 32`, or set fleetstage.encryption.allowClearText ' +
        'to true where the database is encrypted by other means',
    );
  if (members.kind === 'contexts' && members.contexts === undefined)
    problems.push(
      'fleetstage.members.contexts is missing, and whoever creates a MemberCluster could have any context of the kubeconfig ' +
        "join: list the contexts that are members, or set it to ['*'] where all of them are",
    );
  if (allowsGuests)
    problems.push(
      'auth.providers.guest.dangerouslyAllowOutsideDevelopment is true, and anybody may act and approve as guest: ' +
        'remove auth.providers.guest and configure an identity provider',
    );
  return problems;
}
