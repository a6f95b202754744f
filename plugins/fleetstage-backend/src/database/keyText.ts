import { toPlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Names of objects have at most 253 characters: what is cut here is the name of none. */
const LONGEST = 254;

/**
 * A text that should name an object, as a key that every database can store and index; what cannot be a name stays no name.
 * PostgreSQL refuses NUL and long keys, and takes lone surrogates for each other; a slash would make it the key of
 * something else.
 *
 *     web → web        a\u0000 → 'a '        shop/web → 'shop web'
 */
export const toKeyText = (text: string) => text.slice(0, LONGEST).replace(/[/\p{Cc}\p{Cs}]/gu, ' ');

/** Whether the text is a key as it is. */
export const isKeyText = (text: string) => toKeyText(text) === text;

export interface InScope {
  readonly namespace?: string;
}

/**
 * The key of what a run, or a request, names: it is in its namespace, or cluster-wide as it is (C/UR-008). What cannot be a
 * name, the empty text too, becomes the key of nothing.
 */
export const namedBy = ({ namespace }: InScope, name: string): string =>
  toPlacementKey({ ...(namespace && { namespace }), name: toKeyText(name) || ' ' });
