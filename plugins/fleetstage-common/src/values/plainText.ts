/**
 * Characters that would begin a line, move the cursor, or turn the order of letters: control characters (NUL, newline, ESC),
 * format characters (bidirectional overrides, zero-width ones), line separators, and surrogates without a partner.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The text on one line, with every hidden character written out: `a\nb` becomes `a\u000ab`. */
export const toPlainText = (text: string) =>
  text.replace(HIDDEN, char => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
