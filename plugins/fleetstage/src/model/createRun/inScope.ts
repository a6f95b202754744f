/** The field of a request; `_` is what it is without. */
export const inScope = (scope: string): { readonly scope?: string } => (scope === '_' ? {} : { scope });
