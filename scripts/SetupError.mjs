/** An end that the user can do something about: printed without a stack. */
export class SetupError extends Error {}
