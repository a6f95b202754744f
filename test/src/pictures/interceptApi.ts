import type { Page } from 'playwright-core';

export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
}

export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

/** The connection breaks. */
export const BREAKS = Symbol('breaks');

/**
 * Answers the page's requests to `/api/` in its backend's stead; one that is answered by nothing hangs. What else it asks for
 * takes the ordinary way, with the browser's cache: to hear of the app's 40 files, too, would cost more than the page itself.
 */
export async function interceptApi(
  page: Page,
  answer: (request: ApiRequest) => Promise<ApiAnswer | typeof BREAKS | undefined>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request: { method, url, postData } }) => {
    const reply = (answered: ApiAnswer | typeof BREAKS) =>
      answered === BREAKS
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionRefused' })
        : session.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: answered.status,
            responseHeaders: [{ name: 'content-type', value: 'application/json' }],
            body: Buffer.from(answered.text).toString('base64'),
          });
    const body: unknown = postData === undefined ? undefined : JSON.parse(postData);
    void answer({ method, url: new URL(url), body }).then(async answered => {
      // A page that is left takes its requests along.
      if (answered !== undefined) await reply(answered).catch(() => undefined);
    });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
}
