import { ResponseError } from '@backstage/errors';
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/openapi';

/** The shapes of the REST contract, by name: `Schemas['RunDetail']`. */
export type Schemas = components['schemas'];

export interface DiscoveryApi {
  getBaseUrl(pluginId: string): Promise<string>;
}

export interface FetchApi {
  fetch: typeof fetch;
}

/**
 * Fleetstage's REST API, typed from `openapi.yaml`. In a page: `discoveryApi` and `fetchApi`, which adds the user's token. In a
 * backend: `discovery` and a fetch that adds a service token. Every refusal is a `ResponseError` with Backstage's name and
 * message in `body.error`.
 */
export class FleetClient {
  private connected: Promise<Client<paths>> | undefined;

  constructor(
    private readonly options: { readonly discoveryApi: DiscoveryApi; readonly fetchApi: FetchApi },
  ) {}

  /** The typed verbs; prefer {@link ask}, which throws on refusals. */
  async client(): Promise<Client<paths>> {
    this.connected ??= this.connect().catch(error => {
      this.connected = undefined;
      throw error;
    });
    return this.connected;
  }

  /** Sends one request: `ask(api => api.GET('/runs', { params: { query: { hub } } }))`. */
  async ask<T>(send: (client: Client<paths>) => Promise<{ data?: T; response: Response }>): Promise<T> {
    const { data } = await send(await this.client());
    return data as T;
  }

  private async connect(): Promise<Client<paths>> {
    const { discoveryApi, fetchApi } = this.options;
    const client = createClient<paths>({
      baseUrl: await discoveryApi.getBaseUrl('fleetstage'),
      fetch: request => sendPlainly(fetchApi, request),
    });
    client.use({
      async onResponse({ response }) {
        if (!response.ok) throw await ResponseError.fromResponse(response);
        return undefined;
      },
    });
    return client;
  }
}

/**
 * As URL and options: Backstage's fetch makes several requests of what it is given, and the body of a `Request` can be read
 * only once.
 */
async function sendPlainly(fetchApi: FetchApi, request: Request): Promise<Response> {
  const { url, method, headers, signal } = request;
  const body = method === 'GET' || method === 'HEAD' ? undefined : await request.text();
  return fetchApi.fetch(url, { method, headers, signal, body: body || undefined });
}
