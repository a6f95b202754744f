import type { KubeObject } from '../contracts';
import { readPath } from './readPath';
import type { Stage, Term } from './stage';

/** The first stage that matches; stages are in the order in which they are tried. */
export const pickStage = (stages: readonly Stage[], object: KubeObject): Stage | undefined =>
  stages.find(stage => stage.match.every(term => isMatch(term, object)));

export function isMatch(term: Term, object: KubeObject): boolean {
  const values = readPath(object, term.path);
  if ('is' in term) return values.length > 0 === (term.is === 'present');
  if ('in' in term) return values.some(value => term.in.includes(value));
  const pattern = 'matches' in term ? term.matches : term.noneMatches;
  return values.some(value => patternOf(pattern).test(String(value))) === 'matches' in term;
}

const patterns = new Map<string, RegExp>();

function patternOf(text: string): RegExp {
  const known = patterns.get(text) ?? new RegExp(text);
  patterns.set(text, known);
  return known;
}
