/** An SPDX licence expression: an identifier, or two or more joined by one operator. */
export type Expression = { id: string } | { operator: 'AND' | 'OR'; parts: Expression[] };

const TOKEN = /\s*(\(|\)|[A-Za-z0-9.+:-]+)/y;

function tokens(text: string): string[] | undefined {
  const found: string[] = [];
  const trimmed = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const match = TOKEN.exec(trimmed);
    if (!match) return undefined;
    found.push(match[1]);
  }
  return found;
}

/**
 * Parses an SPDX expression (annex D of SPDX 2.3): AND binds closer than OR. Of `A WITH e` and `A+` the `A` stays,
 * for an exception and a later version only add to what is permitted. Undefined for what is no expression.
 */
export function parseLicence(text: string): Expression | undefined {
  const left = tokens(text);
  if (!left) return undefined;
  const takes = (word: string) => left[0]?.toUpperCase() === word && left.shift() !== undefined;
  const isName = (word: string | undefined) => word !== undefined && !/^(\(|\)|AND|OR|WITH)$/i.test(word);

  function primary(): Expression | undefined {
    if (takes('(')) {
      const inner = joined('OR');
      return inner && takes(')') ? inner : undefined;
    }
    if (!isName(left![0])) return undefined;
    const id = left!.shift()!.replace(/\+$/, '');
    if (takes('WITH')) {
      if (!isName(left![0])) return undefined;
      left!.shift();
    }
    return { id };
  }

  function joined(operator: 'AND' | 'OR'): Expression | undefined {
    const next = () => (operator === 'OR' ? joined('AND') : primary());
    const parts: Expression[] = [];
    do {
      const part = next();
      if (!part) return undefined;
      parts.push(part);
    } while (takes(operator));
    return parts.length === 1 ? parts[0] : { operator, parts };
  }

  const expression = joined('OR');
  return expression && left.length === 0 ? expression : undefined;
}

/** Whether a licence can be followed within these: one side of an OR, every side of an AND. */
export function isWithin(expression: Expression, allowed: ReadonlySet<string>): boolean {
  if ('id' in expression) return allowed.has(expression.id);
  return expression.operator === 'OR'
    ? expression.parts.some(part => isWithin(part, allowed))
    : expression.parts.every(part => isWithin(part, allowed));
}
