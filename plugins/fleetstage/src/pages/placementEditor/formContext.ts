import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createContext, useContext, useEffect, useState } from 'react';
import { textAt, valueAt } from '../../model/placementEditor/fields';
import { toField, type PlacedCause } from '../../model/placementEditor/causes';
import type { FieldPath } from '../../model/placementEditor/placementText';

export interface FormState {
  readonly manifest: JsonObject;
  /** As it is on the hub; absent for a new placement. */
  readonly saved: JsonObject | undefined;
  readonly isReadOnly: boolean;
  readonly causes: readonly PlacedCause[];
  set(path: FieldPath, value: unknown): void;
}

const FormContext = createContext<FormState | undefined>(undefined);

export const FormProvider = FormContext.Provider;

/** The placement as the form edits it. @throws outside of the editor */
export function useForm() {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('useForm needs a FormProvider above it');
  return {
    ...form,
    isNew: form.saved === undefined,
    textAt: (path: FieldPath) => textAt(form.manifest, path),
    valueAt: (path: FieldPath) => valueAt(form.manifest, path),
    /** What the hub would refuse at exactly this field. */
    faultAt: (path: FieldPath) => {
      const field = toField(path);
      const messages = form.causes.filter(cause => cause.field === field).map(({ message }) => message);
      return messages.length > 0 ? messages.join(' ') : undefined;
    },
  };
}

/**
 * What is typed in a field shows at once; the placement follows a moment later. Where the hub's is taken over instead, that
 * shows.
 */
export function useTyped() {
  const { saved } = useForm();
  const [typed, setTyped] = useState<string>();
  useEffect(() => setTyped(undefined), [saved]);
  return [typed, setTyped] as const;
}

/** The id of a field's control, so that a summary can lead there. */
export const fieldId = (path: FieldPath) => `placement-${toField(path)}`;
