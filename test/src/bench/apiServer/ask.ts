import type { LoadConnection, LoadRequest } from './LoadConnection';

const REFUSED = '{"kind":"Status"';

/** One request that has to succeed. @throws Error with the begin of the answer */
export function ask(connection: LoadConnection, request: LoadRequest): Promise<void> {
  return new Promise((done, fail) => {
    connection.send(request, outcome => {
      if (typeof outcome === 'string' && !outcome.startsWith(REFUSED)) done();
      else fail(new Error(`${request.method} ${request.path} was not answered as it should: ${outcome}`));
    });
  });
}
