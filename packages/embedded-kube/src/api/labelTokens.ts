/** The words of a label selector: signs, `in`, `notin`, and names. */
export interface Token {
  readonly kind: '!' | ',' | '=' | '==' | '!=' | '(' | ')' | '>' | '<' | 'in' | 'notin' | 'name' | 'end';
  readonly text: string;
}

const SIGNS = /^(?:==|!=|[=!(),<>])/;
const WORD = /^[^\s=!(),<>]+/;
const KEYWORDS = ['in', 'notin'];
const END: Token = { kind: 'end', text: '' };

export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let rest = text.trimStart();
  while (rest !== '') {
    const sign = SIGNS.exec(rest)?.[0];
    const word = sign ?? WORD.exec(rest)?.[0] ?? rest[0];
    const isKeyword = sign !== undefined || KEYWORDS.includes(word);
    tokens.push({ kind: (isKeyword ? word : 'name') as Token['kind'], text: word });
    rest = rest.slice(word.length).trimStart();
  }
  return tokens;
}

/** Goes through tokens; behind the last one is the end, again and again. */
export class TokenReader {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  /** Where a value may be, keywords are names like any other. */
  peekValue(): Token {
    const token = this.tokens[this.at] ?? END;
    return KEYWORDS.includes(token.kind) ? { ...token, kind: 'name' } : token;
  }

  takeValue(): Token {
    const token = this.peekValue();
    this.at += 1;
    return token;
  }

  takeOperator(): Token {
    const token = this.tokens[this.at] ?? END;
    this.at += 1;
    return token;
  }
}
