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

  constructor(private readonly options: { readonly discoveryApi: DiscoveryApi; readonly fetchApi: FetchApi }) {}

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
      fetch: request => fetchApi.fetch(request),
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
