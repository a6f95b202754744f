/** A name at the beginning of a sentence that is read out: `canary` → `Canary`. */
export const withCapital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
