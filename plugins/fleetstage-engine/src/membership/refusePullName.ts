/** Its namespace is fleet-member-<name> (C/MC-016), of at most 63 characters. */
const LONGEST = 50;

/** Why a cluster with an agent cannot have the name, without a full stop; `undefined`: it can. */
export const refusePullName = (name: string): string | undefined =>
  name.length <= LONGEST && !name.includes('.')
    ? undefined
    : `name "${name}" is not allowed for a cluster with an agent: at most ${LONGEST} characters, and no "."`;
