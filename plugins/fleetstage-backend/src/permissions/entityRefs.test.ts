import { parseEntityRef, stringifyEntityRef } from '@backstage/catalog-model';
import { normalizeEntityRef } from '@fleetstage/backstage-plugin-fleetstage-common';

const asBackstage = (text: string) => {
  try {
    return stringifyEntityRef(parseEntityRef(text, { defaultKind: 'user' }));
  } catch {
    return text.toLowerCase();
  }
};

/** Every text of these characters that is no longer. */
const textsUpTo = (length: number): string[] =>
  length === 0
    ? ['']
    : ['', ...textsUpTo(length - 1).flatMap(text => ['a', 'B', 'İ', ':', '/'].map(c => text + c))];

it('spells an entity ref as Backstage does, and what is none as it is', () => {
  const texts = [...new Set(textsUpTo(5)), 'User:Default/Ada.Lovelace', 'group:north/Ops-7'];
  const differing = texts.filter(text => normalizeEntityRef(text, 'user') !== asBackstage(text));
  expect(texts.length).toBeGreaterThan(3_900);
  expect(differing).toEqual([]);
});
