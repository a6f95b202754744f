/**
 * The one spelling of an entity ref: lower case, with its namespace, as Backstage compares refs. A text that is no ref stays
 * as it is, in lower case, and is the ref of nobody. Written here since the engine and the applier carry nothing of the
 * catalog; a test holds it to `@backstage/catalog-model`.
 *
 *     'User:Ada'  →  'user:default/ada'          'ops' of kind group  →  'group:default/ops'
 *
 * @param defaultKind of a ref that names none
 */
export function normalizeEntityRef(text: string, defaultKind: 'user' | 'group'): string {
  const trimmed = text.trim();
  const slash = trimmed.indexOf('/');
  // A colon behind the slash belongs to the name.
  const colon = (slash < 0 ? trimmed : trimmed.slice(0, slash)).indexOf(':');
  const kind = colon < 0 ? defaultKind : trimmed.slice(0, colon);
  const namespace = slash < 0 ? 'default' : trimmed.slice(colon + 1, slash);
  const name = trimmed.slice(Math.max(colon, slash) + 1);
  const isRef = kind !== '' && namespace !== '' && name !== '';
  return (isRef ? `${kind}:${namespace}/${name}` : trimmed).toLowerCase();
}

/** Do both texts mean the same user? */
export const isSameUser = (a: string, b: string) =>
  normalizeEntityRef(a, 'user') === normalizeEntityRef(b, 'user');
