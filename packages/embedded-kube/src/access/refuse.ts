import { qualified } from '../api/errors';
import { ApiError } from '../contracts';
import type { Attributes } from './attributes';
import type { User } from './user';

/** 403 in the words of a server that asks its rules. `reason`: why no rule could be asked; empty: none allows it. */
export function refuse({ username }: User, attributes: Attributes, reason = ''): ApiError {
  const tail = reason === '' ? '' : `: ${reason}`;
  const who = `User ${JSON.stringify(username)}`;
  if (attributes.kind === 'path') {
    const what = `cannot ${attributes.verb} path ${JSON.stringify(attributes.path)}`;
    return new ApiError(403, 'Forbidden', `forbidden: ${who} ${what}${tail}`, {});
  }
  const { verb, group, resource, subresource, namespace, name } = attributes;
  const type = { group, plural: resource };
  const whole = qualified(type);
  const subject = name === '' ? whole : `${whole} ${JSON.stringify(name)}`;
  const asked = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  const what = `cannot ${verb} resource ${JSON.stringify(asked)} in API group ${JSON.stringify(group)} ${where}`;
  const details = { name, group, kind: resource };
  const begin = whole !== '' ? `${subject} is forbidden` : 'forbidden';
  return new ApiError(403, 'Forbidden', `${begin}: ${who} ${what}${tail}`, details);
}
