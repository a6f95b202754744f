/**
 * A text of people, hubs or members as a column keeps it. PostgreSQL refuses NUL, which JSON can carry in an annotation or in
 * the message of a Status: without this, the pass that is to keep it would fail for ever. Columns of JSON need none: there
 * NUL is written as `\u0000`.
 */
export const toFreeText = (text: string) => text.replaceAll('\u0000', '\ufffd');

export const toOptionalFreeText = (text: string | undefined) =>
  text === undefined ? null : toFreeText(text);
