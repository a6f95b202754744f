/** What is wrong with an object, or worth a warning, for REST and editor; several at once. */
export interface Issue<Code extends string = string> {
  readonly code: Code;
  readonly severity: 'Error' | 'Warning';
  /** The field, as in `spec.stages[2].soakDuration`. */
  readonly path: string;
  /** What is wrong, and the fix. */
  readonly message: string;
}

export const hasErrors = (issues: readonly Issue[]) => issues.some(({ severity }) => severity === 'Error');
