import { isJsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { Document, isDocument, isMap, isNode, isScalar, Scalar, stringify, visit } from 'yaml';

/** What replaces a value of a Secret that nobody is shown: plain, and in base64 (RUL 40). */
const MASKED: ReadonlySet<unknown> = new Set(['***', 'Kioq']);

/** Read as a number by kubectl alone: its numbers may begin 0o, and have underscores anywhere. */
const GO_NUMBER = /^[-+]?(?:0o[0-7]+|0b[01]+|0x[\da-f]+|(?:\.\d+|\d+\.?\d*)(?:e[-+]?\d+)?)$/i;

/** Above it a text is no word or number that YAML knows. */
const LONGEST_WORD = 64;

/**
 * An object as YAML that is safe to copy: every string that YAML 1.1, and with it kubectl, would read as something else is
 * quoted, and what is hidden is a comment.
 *
 *   { FEATURE_X: 'off' }           → FEATURE_X: "off"
 *   a Secret with a masked token   → # token: not shown
 */
export function toYaml(value: unknown): string {
  const document = new Document(value, { version: '1.1' });
  quoteRisky(document);
  if (isJsonObject(value) && value.kind === 'Secret') hideMasked(document);
  return document.toString({ lineWidth: 0 });
}

/** Quotes the strings of a document, or of a node of one, that only YAML 1.2 reads as strings: `off`, `012`, no `10.0.0.1`. */
export function quoteRisky(node: unknown): void {
  if (!isNode(node) && !isDocument(node)) return;
  visit(node, {
    Scalar(_, scalar) {
      if (typeof scalar.value === 'string' && isRisky(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
}

/** A masked value that is applied would overwrite the real one. */
function hideMasked(document: Document): void {
  for (const field of ['data', 'stringData']) {
    const values = document.get(field);
    if (!isMap(values)) continue;
    const hidden = values.items.filter(({ value }) => isScalar(value) && MASKED.has(value.value));
    if (hidden.length === 0) continue;
    const names = hidden.map(({ key }) => ` ${String(isScalar(key) ? key.value : key)}: not shown`);
    values.items = values.items.filter(item => !hidden.includes(item));
    values.comment = names.join('\n');
    if (values.items.length > 0) continue;
    document.delete(field);
    document.comment = [document.comment, ` ${field}:`, ...names.map(name => ` ${name}`)]
      .filter(Boolean)
      .join('\n');
  }
}

const isRisky = (text: string) =>
  text === '=' ||
  GO_NUMBER.test(text.replaceAll('_', '')) ||
  (text.length < LONGEST_WORD && stringify(text, { version: '1.1' }).startsWith('"'));
