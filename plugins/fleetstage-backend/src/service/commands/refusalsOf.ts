import { ConflictError, InputError } from '@backstage/errors';
import type { Schemas } from '../contract';

/**
 * A name that is taken is a refusal too: of the field `metadata.name`. For an existing object a conflict says only that its
 * status was written between our read and our question.
 */
export async function refusalsOf(
  work: () => Promise<unknown>,
  { isNew }: { readonly isNew: boolean },
): Promise<Schemas['RefusalCause'][]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof ConflictError)
      return isNew ? [{ field: 'metadata.name', message: error.message }] : [];
    if (!(error instanceof InputError)) throw error;
    const { causes } = error as { causes?: Schemas['RefusalCause'][] };
    return causes ?? [{ message: error.message }];
  }
}
