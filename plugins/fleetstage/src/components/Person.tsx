import { useApiHolder, useTranslationRef } from '@backstage/frontend-plugin-api';
import {
  defaultEntityPresentation,
  entityPresentationApiRef,
  useEntityPresentation,
} from '@backstage/plugin-catalog-react';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useCallback } from 'react';
import { refName, titleOf } from '../model/entityNames';
import { listParts } from '../model/listNames';
import { sharedTranslationRef } from '../translation/shared';

type Someone = Schemas['Person'] | undefined;

/** Only refs with a kind can be looked up; others are names already. */
const isRef = (ref: string) => /^[a-z]+:/i.test(ref);

function useOutsider(): (person: Someone) => string {
  const { t } = useTranslationRef(sharedTranslationRef);
  return useCallback(
    person => {
      if (person === undefined) return t('who.unknown');
      if (person.ref === 'kubectl') return t('who.kubectl');
      return person.ref === 'engine' ? t('who.engine') : refName(person.ref);
    },
    [t],
  );
}

/** Who acted, as text and by the same name as {@link Person} shows; asks the catalog where it is not known yet. */
export function usePersonName(): (person: Someone) => Promise<string> {
  const catalog = useApiHolder().get(entityPresentationApiRef);
  const outsider = useOutsider();
  return useCallback(
    async person => {
      if (person === undefined || !isRef(person.ref)) return outsider(person);
      const { primaryTitle } =
        (await catalog?.forEntity(person.ref).promise) ?? defaultEntityPresentation(person.ref);
      return titleOf(person.ref, primaryTitle);
    },
    [catalog, outsider],
  );
}

/** Who acted: the catalog's name where it knows the person, else the entity's name. */
export const Person = ({ person }: { person: Someone }) => {
  const outsider = useOutsider();
  if (person === undefined || !isRef(person.ref)) return <>{outsider(person)}</>;
  return <EntityName entityRef={person.ref} />;
};

const EntityName = ({ entityRef }: { entityRef: string }) => {
  const { primaryTitle } = useEntityPresentation(entityRef);
  return <>{titleOf(entityRef, primaryTitle)}</>;
};

/** Names have hyphens, at which lines would break. */
const WHOLE = { display: 'inline-block', maxWidth: '100%' } as const;

/** People and groups by their names: `a, b, c`. */
export const Names = ({ refs }: { refs: readonly string[] }) => (
  <>
    {listParts(refs).map(({ type, value }, index) =>
      type === 'element' ? (
        <span key={index} style={WHOLE}>
          <Person person={{ ref: value }} />
        </span>
      ) : (
        value
      ),
    )}
  </>
);
