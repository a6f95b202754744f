import type { Entity } from '@backstage/catalog-model';
import { renderInTestApp } from '@backstage/frontend-test-utils';
import { catalogApiRef, entityRouteRef } from '@backstage/plugin-catalog-react';
import { catalogApiMock } from '@backstage/plugin-catalog-react/testUtils';
import { FleetClient } from '@fleetstage/backstage-plugin-fleetstage-client';
import { configure } from '@testing-library/react';
import type { ReactElement } from 'react';
import { FleetProvider } from '../api/FleetProvider';
import { fleetApiRef } from '../api/fleetApiRef';

// A busy machine takes seconds for the first render of an app.
configure({ asyncUtilTimeout: 20_000 });

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** What the REST API answers; `[status, body]` for anything but 200. */
export type Answers = (asked: Asked) => unknown;

/** Renders with the real client; only the network is played. Returns what was asked. */
export function renderWithFleet(
  element: ReactElement,
  answers: Answers,
  { at = '/', entities }: { readonly at?: string; readonly entities?: Entity[] } = {},
): Asked[] {
  const log: Asked[] = [];
  const client = new FleetClient({
    discoveryApi: { getBaseUrl: async () => 'http://fleet.test/api/fleetstage' },
    fetchApi: { fetch: async (input, init) => answer(new Request(input, init), answers, log) },
  });
  renderInTestApp(<FleetProvider>{element}</FleetProvider>, {
    apis: [
      [fleetApiRef, client],
      ...(entities ? [[catalogApiRef, catalogApiMock({ entities })] as const] : []),
    ],
    initialRouteEntries: [at],
    mountedRoutes: { '/catalog/:namespace/:kind/:name': entityRouteRef },
  });
  return log;
}

async function answer(request: Request, answers: Answers, log: Asked[]): Promise<Response> {
  const text = await request.text();
  const path = new URL(request.url).pathname.replace('/api/fleetstage', '');
  const asked = { method: request.method, path, ...(text !== '' && { body: JSON.parse(text) }) };
  log.push(asked);
  const result = answers(asked);
  const [status, body] = Array.isArray(result) ? (result as [number, unknown]) : [200, result];
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
