/** A mistake of whoever runs the command; its message is all that is shown. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
