import { ResponseError } from '@backstage/errors';
import { isLastWord, messageOf, troubleOf } from './errors';

const answered = (status: number, body: unknown) =>
  ResponseError.fromResponse(
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
  );
const result = (status: number, name: string, message = 'Because.') =>
  answered(status, { error: { name, message }, response: { statusCode: status } });

const UNAVAILABLE = 'ServiceUnavailableError';

describe('an error of a request', () => {
  it.each([
    ['what our backend does not find', result(404, 'NotFoundError'), 'notFound', true],
    ['a portal without our backend', answered(404, {}), 'notInstalled', true],
    ['a question that our backend gives up', result(503, UNAVAILABLE, 'It took too long.'), 'error', true],
    ['a backend that starts', result(503, UNAVAILABLE, 'Service has not started up yet'), 'starting', false],
    ['a backend that stops', result(503, UNAVAILABLE, 'Service is shutting down'), 'starting', false],
    ['a proxy before the portal', answered(503, 'no healthy upstream'), 'notInstalled', false],
    ['a gateway', result(502, UNAVAILABLE), 'notInstalled', false],
    ['a failure', result(500, 'Error'), 'error', false],
    ['no answer', Promise.resolve(new TypeError('Failed to fetch')), 'unanswered', false],
    ['no answer, in Safari', Promise.resolve(new TypeError('Load failed')), 'unanswered', false],
    [
      'a page in place of an answer',
      Promise.resolve(new SyntaxError('Unexpected token <')),
      'notInstalled',
      false,
    ],
  ])('of %s', async (_, error, trouble, isLast) => {
    expect(troubleOf(await error)).toBe(trouble);
    expect(isLastWord(await error)).toBe(isLast);
  });
});

it("says in words what the browser's own do not", () =>
  expect(messageOf(new TypeError('Failed to fetch'))).toBe('The portal did not answer.'));
