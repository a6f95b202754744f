import { ParseError } from '@marcbachmann/cel-js';
import type { OpenApiSchema } from '../../contracts';
import { Checker } from './check/Checker';
import { CostWalk } from './check/cost';
import { explainSyntax } from './check/literals';
import { showAt } from './check/positions';
import { BOOL, optionalOf, resourceType, STRING, typeOfSchema, type CelType } from './check/types';
import { compileExpression } from './compileRule';
import { ruleEnvironment, type OldSelf } from './environment';

/** Where an expression is. */
export interface RulePlace {
  readonly schema: OpenApiSchema;
  /** Of an embedded object: rules may read its kind and name. */
  readonly isResource: boolean;
  readonly oldSelf: OldSelf;
}

const WANTED = {
  rule: { type: BOOL, prefix: '', why: 'cel expression must evaluate to a bool' },
  messageExpression: {
    type: STRING,
    prefix: 'messageExpression ',
    why: 'messageExpression must evaluate to a string',
  },
} as const;

export type RulePart = keyof typeof WANTED;

function scopeOf({ schema, isResource, oldSelf }: RulePlace): ReadonlyMap<string, CelType> | undefined {
  const self = isResource ? resourceType(schema) : typeOfSchema(schema);
  return (
    self &&
    new Map([
      ['self', self],
      ['oldSelf', oldSelf === 'optional' ? optionalOf(self) : self],
    ])
  );
}

/** What came of compiling an expression. */
export interface Compiled {
  /** Why it does not compile. */
  readonly why?: string;
  /** What it is estimated to cost at most, each time that it is evaluated. */
  readonly cost: number;
}

/** Compiles an expression against a schema. */
export function explainCompilation(text: string, part: RulePart, place: RulePlace): Compiled {
  const { type, prefix, why } = WANTED[part];
  const failed = (errors: readonly { position: number; why: string }[]): Compiled => {
    const shown = errors.map(error => showAt(text, error.position, error.why)).join('\n');
    return { why: `${prefix}compilation failed: ${shown}`, cost: 0 };
  };
  const scope = scopeOf(place);
  try {
    const { ast } = ruleEnvironment(place.oldSelf).parse(text);
    let cost = 0;
    if (scope) {
      const checker = new Checker(text);
      const found = checker.check(ast, scope);
      if (checker.errors.length > 0) return failed(checker.errors);
      if (found.name !== type.name) return { why, cost };
      cost = new CostWalk(checker, scope.get('self')?.most ?? 0).estimate(ast, new Map()).cost;
    }
    compileExpression(text, place.oldSelf);
    return { cost };
  } catch (error) {
    if (error instanceof ParseError) return failed([explainSyntax(error, text)]);
    return { why: `${prefix}compilation failed: ${(error as Error).message}`, cost: 0 };
  }
}
