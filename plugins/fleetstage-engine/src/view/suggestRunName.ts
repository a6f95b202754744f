const MAX_NAME = 63;

/** `payments-api-4`: the placement and the first free number behind those that are taken. */
export function suggestRunName(placement: string, taken: readonly string[]): string {
  const names = new Set(taken);
  for (let number = 1; ; number += 1) {
    const suffix = `-${number}`;
    const name = `${placement.slice(0, MAX_NAME - suffix.length).replace(/[-.]+$/, '')}${suffix}`;
    if (!names.has(name)) return name;
  }
}
