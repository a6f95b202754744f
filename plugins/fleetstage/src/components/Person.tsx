import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { EntityDisplayName } from '@backstage/plugin-catalog-react';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { sharedTranslationRef } from '../translation/shared';

/** The name in an entity ref: `user:default/maya` → `maya`. */
export const shortRef = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** Who acted, as text. */
export function usePersonName(): (person: Schemas['Person'] | undefined) => string {
  const { t } = useTranslationRef(sharedTranslationRef);
  return person => {
    if (person === undefined) return t('who.unknown');
    if (person.ref === 'kubectl') return t('who.kubectl');
    if (person.ref === 'engine') return t('who.engine');
    return shortRef(person.ref);
  };
}

/** Who acted: the catalog's name where it knows the person. */
export const Person = ({ person }: { person: Schemas['Person'] | undefined }) => {
  const nameOf = usePersonName();
  if (person === undefined || !/^(user|group):/i.test(person.ref)) return <>{nameOf(person)}</>;
  return <EntityDisplayName entityRef={person.ref} hideIcon disableTooltip />;
};
