/** Before the problem, as KubeFleet's condition begins (B/AP). */
const PREAMBLE = 'Failed to apply the override rules on the resources: ';

export const overrideFailure = (problem: string): string => PREAMBLE + problem;

/** What a page says that is about overrides anyway. */
export const overrideProblem = (message: string): string =>
  message.startsWith(PREAMBLE) ? message.slice(PREAMBLE.length) : message;
