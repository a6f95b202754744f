import type { Answer } from './Answer';
import { isFlag } from '../text';
import type { Call } from './CallContext';

/** Programs by which people look at answers. */
const FOR_PEOPLE = /^(curl|Wget|Mozilla\/5\.0)/;

function isPretty({ query, headers }: Call): boolean {
  const asked = query.get('pretty');
  return asked ? isFlag(asked) : FOR_PEOPLE.test(headers['user-agent'] ?? '');
}

/** JSON in lines, where a person seems to read it. */
export function prettied(call: Call, answer: Answer): Answer {
  if (answer.contentType !== 'application/json' || !isPretty(call)) return answer;
  return { ...answer, body: JSON.stringify(JSON.parse(answer.body.toString()), undefined, 2) };
}
