const HALF = /\\u[dD][89a-fA-F]/;
const ESCAPES =
  /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|[^])/g;

/** JSON in which no escape encodes half a character: Go reads such a one as U+FFFD, and no path could name it. */
export const wellFormed = (json: string): string =>
  HALF.test(json)
    ? json.replace(ESCAPES, (escape: string, half?: string) => (half ? '\\ufffd' : escape))
    : json;
