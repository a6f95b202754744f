import { cutMiddle, oneLine } from './causeText';

/** What registries and container runtimes say, in one word each; the first that matches is shown. */
const FAILURES: readonly (readonly [RegExp, string])[] = [
  [/not found|manifest unknown|does not exist|no such image/i, 'not found'],
  [
    /unauthorized|authentication required|denied|no basic auth|403 forbidden/i,
    'refused by the registry: no access',
  ],
  [
    /no such host|connection refused|i\/o timeout|dial tcp|deadline exceeded/i,
    'cannot be fetched: the registry does not answer',
  ],
  [/toomanyrequests|rate limit/i, 'refused by the registry: too many requests'],
  [/invalid reference format|couldn't parse image/i, 'is no valid image name'],
  [/not present with pull policy/i, 'is not on the node and is never pulled'],
];

const MAX_DETAIL = 160;

/** Why an image cannot be pulled, as `not found` in `image web:bad not found`, from what a kubelet said about it. */
export function pullFailure(said: readonly string[]): string {
  const texts = said.map(oneLine).filter(text => text !== '');
  for (const [pattern, words] of FAILURES) if (texts.some(text => pattern.test(text))) return words;
  const detail = texts.find(text => !/^(Back-off|Error: )/.test(text));
  return detail ? `cannot be pulled: ${cutMiddle(detail, MAX_DETAIL)}` : 'cannot be pulled';
}
