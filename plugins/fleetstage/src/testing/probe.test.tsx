import { FleetClient } from '@fleetstage/backstage-plugin-fleetstage-client';
it('x', async () => {
  const client = new FleetClient({ discoveryApi: { getBaseUrl: async () => 'http://fleet.test/api/fleetstage' }, fetchApi: { fetch: (async (request: Request) => { const text = await request.text(); return new Response(JSON.stringify({ a: text }), { status: 200, headers: { 'content-type': 'application/json' } }); }) as typeof fetch } });
  const out = await client.ask(c => c.GET('/runs/{scope}/{name}', { params: { path: { scope: '_', name: 'x' }, query: { hub: undefined } } })).catch(e => e.stack);
  expect(out).toBe('hm');
}, 60000);
