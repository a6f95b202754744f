/** What a cluster says in one text, in characters; what is longer would fill memory, logs and conditions. */
export const MAX_TEXT = 4_000;

/** The text, or so much of it and `…`. A copy: a slice would hold all of the text in memory. */
export const cutText = (text: string, maxLength = MAX_TEXT): string =>
  text.length > maxLength ? `${JSON.parse(JSON.stringify(text.slice(0, maxLength)))}…` : text;
