const TRIALS: readonly (string | undefined)[] = ['development', 'test'];

/** By `NODE_ENV`; unset counts as production, as it does for Backstage's guest provider. */
export const isProduction = (nodeEnv: string | undefined) => !TRIALS.includes(nodeEnv);
