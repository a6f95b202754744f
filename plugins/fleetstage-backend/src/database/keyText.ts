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
