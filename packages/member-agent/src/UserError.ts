/** What the person at the command line can mend; its message is a sentence. */
export class UserError extends Error {}
