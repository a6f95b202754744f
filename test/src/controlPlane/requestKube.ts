import { request } from 'node:https';

/** How to reach an API server as somebody. */
export interface KubeEndpoint {
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
}

/** One request, one answer; the harness needs no more of a client. Rejects on any status above 299. */
export function requestKube(
  endpoint: KubeEndpoint,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: { readonly contentType: string; readonly text: string },
): Promise<string> {
  return new Promise((done, fail) => {
    const call = request(`${endpoint.url}${path}`, {
      method,
      ca: endpoint.caPem,
      agent: false,
      timeout: 10_000,
      headers: {
        authorization: `Bearer ${endpoint.token}`,
        ...(body && { 'content-type': body.contentType, 'content-length': Buffer.byteLength(body.text) }),
      },
    });
    call.on('response', response => {
      let text = '';
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk;
      });
      response.on('error', fail);
      response.on('end', () => {
        if ((response.statusCode ?? 0) < 300) done(text);
        else fail(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
      });
    });
    call.on('timeout', () => call.destroy(new Error(`${method} ${path}: no answer`)));
    call.on('error', fail);
    call.end(body?.text);
  });
}

/** Server-side apply. Sent as JSON: the audit log of an API server drops writes whose body is YAML text. */
export function applyObject(endpoint: KubeEndpoint, path: string, object: unknown): Promise<string> {
  return requestKube(endpoint, 'PATCH', `${path}?fieldManager=fleetstage-harness&force=true`, {
    contentType: 'application/apply-patch+yaml',
    text: JSON.stringify(object),
  });
}
