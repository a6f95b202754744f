import type { AddressInfo } from 'node:net';
import { mockServices, startTestBackend } from '@backstage/backend-test-utils';
import fleetstagePlugin from '@fleetstage/backstage-plugin-fleetstage-backend';
import knexFactory from 'knex';
import type { Fleet } from '../story/startFleet';
import { engineOn } from './fleet';

export type StartedPlugin = Awaited<ReturnType<typeof startPlugin>>;

/* REST answers are read with the eyes of the test: what is missing fails the expectation. */
/* eslint-disable @typescript-eslint/no-explicit-any */

/** The plugin in a Backstage backend, its REST over HTTP; whoever asks is a user who may do everything. */
export async function startPlugin(fleet: Fleet) {
  const { database, fleetstage } = engineOn(fleet);
  const knex = knexFactory({ ...database, useNullAsDefault: true, pool: { min: 1, max: 1 } });
  const backend = await startTestBackend({
    features: [
      fleetstagePlugin,
      mockServices.rootConfig.factory({ data: { fleetstage: fleetstage as any } }),
      mockServices.database.factory({ knex }),
    ],
  });
  const { port } = backend.server.address() as AddressInfo;
  return {
    ask: async (path: string, body?: object) => {
      const answer = await fetch(`http://localhost:${port}/api/fleetstage${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as any };
    },
    stop: async () => {
      await backend.stop();
      await knex.destroy();
    },
  };
}
