/** Before the problem, as KubeFleet's condition begins (B/AP). */
const PREAMBLE = 'Failed to apply the override rules on the resources: ';

export const overrideFailure = (problem: string): string => PREAMBLE + problem;

/** Which revision of an override failed on an object (B/OV-070). */
const FAILED = /^(?:Cluster)?ResourceOverrideSnapshot (\S+)-\d+ cannot be applied to /;

/** What a page says that is about overrides anyway: `Override order fails on Deployment "web": rule 1, …`. */
export const overrideProblem = (message: string): string =>
  (message.startsWith(PREAMBLE) ? message.slice(PREAMBLE.length) : message).replace(
    FAILED,
    'Override $1 fails on ',
  );
