/** A freshly decoded object that defaults are written into; nobody else holds it yet. */
export type Draft = Record<string, unknown>;

export const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The struct in a field, or undefined. */
export function structIn(parent: Draft | undefined, field: string): Draft | undefined {
  const value = parent?.[field];
  return isDraft(value) ? value : undefined;
}

/** The structs of a list field; empty when there is no such list. */
export function listIn(parent: Draft | undefined, field: string): readonly Draft[] {
  const value = parent?.[field];
  return Array.isArray(value) ? value.filter(isDraft) : [];
}

/** Writes what is absent; a zero that somebody wrote stays. */
export function fill(target: Draft | undefined, defaults: Draft): void {
  if (!target) return;
  for (const [field, value] of Object.entries(defaults)) target[field] ??= value;
}

/** Like {@link fill} for Go fields that are no pointers: there zero means absent. */
export function fillZero(target: Draft | undefined, defaults: Draft): void {
  if (!target) return;
  for (const [field, value] of Object.entries(defaults)) target[field] ||= value;
}
