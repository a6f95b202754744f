/** The name in an entity ref: `user:default/maya`, `user:maya` and `maya` → `maya`. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1).replace(/^[a-z]+:/i, '');
}

/**
 * How an entity is called: as the catalog presents it, but where it only repeats the ref, the entity's name. Who acts under
 * `user:development/guest` is `guest` everywhere.
 */
export function titleOf(ref: string, presented: string): string {
  const isOfRef = presented === ref || ref.endsWith(`/${presented}`) || ref.endsWith(`:${presented}`);
  return isOfRef ? refName(ref) : presented;
}
