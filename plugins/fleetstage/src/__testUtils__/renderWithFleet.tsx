import type { Entity } from '@backstage/catalog-model';
import { identityApiRef, type FrontendFeature } from '@backstage/frontend-plugin-api';
import { mockApis, renderInTestApp } from '@backstage/frontend-test-utils';
import { catalogApiRef, entityRouteRef } from '@backstage/plugin-catalog-react';
import { catalogApiMock } from '@backstage/plugin-catalog-react/testUtils';
import { signalApiRef, type SignalApi } from '@backstage/plugin-signals-react';
import { FleetClient } from '@fleetstage/backstage-plugin-fleetstage-client';
import { configure } from '@testing-library/react';
import type { ReactElement } from 'react';
import { FleetProvider } from '../api/FleetProvider';
import { fleetApiRef } from '../api/fleetApiRef';

// A busy machine takes seconds for the first render of an app.
configure({ asyncUtilTimeout: 60_000 });

export interface Asked {
  readonly method: string;
  readonly path: string;
  /** What follows the path, from its question mark. */
  readonly search?: string;
  readonly body?: unknown;
}

/** What the REST API answers, or will answer; `[status, body]` for anything but 200. */
export type Answers = (asked: Asked) => unknown;

interface RenderOptions {
  readonly at?: string;
  readonly entities?: Entity[];
  readonly signals?: SignalApi;
  /** Other plugins of the app. */
  readonly features?: FrontendFeature[];
  /** Entity ref of the reader. */
  readonly me?: string;
  /** Nobody waits for the answer any more. */
  readonly onGivenUp?: (asked: Asked) => void;
}

/** Renders with the real client; only the network is played. Returns what was asked. */
export function renderWithFleet(
  element: ReactElement,
  answers: Answers,
  { at = '/', entities, signals, features, me = 'user:default/guest', onGivenUp }: RenderOptions = {},
): Asked[] {
  const log: Asked[] = [];
  const client = new FleetClient({
    discoveryApi: { getBaseUrl: async () => 'http://fleet.test/api/fleetstage' },
    fetchApi: { fetch: async (input, init) => answer(new Request(input, init), answers, { log, onGivenUp }) },
  });
  renderInTestApp(<FleetProvider>{element}</FleetProvider>, {
    apis: [
      [fleetApiRef, client],
      [identityApiRef, mockApis.identity({ userEntityRef: me })],
      ...(entities ? [[catalogApiRef, catalogApiMock({ entities })] as const] : []),
      ...(signals ? [[signalApiRef, signals] as const] : []),
    ],
    ...(features && { features }),
    initialRouteEntries: [at],
    mountedRoutes: { '/catalog/:namespace/:kind/:name': entityRouteRef },
  });
  return log;
}

interface Listeners extends Pick<RenderOptions, 'onGivenUp'> {
  readonly log: Asked[];
}

async function answer(request: Request, answers: Answers, { log, onGivenUp }: Listeners): Promise<Response> {
  const text = await request.text();
  const { pathname, search } = new URL(request.url);
  const path = pathname.replace('/api/fleetstage', '');
  const asked = {
    method: request.method,
    path,
    ...(search !== '' && { search }),
    ...(text !== '' && { body: JSON.parse(text) }),
  };
  log.push(asked);
  request.signal.addEventListener('abort', () => onGivenUp?.(asked));
  const result = await answers(asked);
  const [status, body] = Array.isArray(result) ? (result as [number, unknown]) : [200, result];
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
