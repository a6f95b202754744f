import { InputError } from '@backstage/errors';

const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
/** The CRD allows runs no more; of a placement a longer name would not fit into the label by which what belongs to it is found. */
const LONGEST_NAME = 63;

/**
 * The name of a run or placement that is to be created: judged before anything is recorded or sent, so that it cannot be
 * one that the hub would refuse.
 *
 * @throws InputError, with a cause for `metadata.name`
 */
export function mustBeName(name: string): void {
  const message = explainName(name);
  if (message !== undefined)
    throw Object.assign(new InputError(message), { causes: [{ field: 'metadata.name', message }] });
}

function explainName(name: string): string | undefined {
  if (name.length > LONGEST_NAME)
    return `name has ${name.length} characters; at most ${LONGEST_NAME} are allowed`;
  if (NAME.test(name)) return undefined;
  return (
    `name "${name}" is not allowed: use a-z, 0-9, "-" and ".", and begin and end with a letter or a digit, ` +
    `e.g. "payments-2-14-0"`
  );
}
