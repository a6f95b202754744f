import { startTestFleet, type TestFleet } from './__testUtils__/testFleet';

const MAPS = '/api/v1/namespaces/default/configmaps';

/** What a real server (v1.36.3) answered whose store was compacted meanwhile. */
describe('pages of what is forgotten', () => {
  let now = new Date('2026-01-01T00:00:00Z');
  let fleet: TestFleet;
  let version = '';
  let token = '';

  beforeAll(async () => {
    fleet = await startTestFleet({ now: () => now });
    for (const name of ['a', 'b', 'c'])
      await fleet.call('POST', MAPS, { body: { metadata: { name, labels: { mine: '' } } } });
    const { metadata } = (await fleet.call('GET', `${MAPS}?limit=1&labelSelector=mine`)).body;
    version = metadata.resourceVersion ?? '';
    token = metadata.continue ?? '';
    await fleet.call('DELETE', `${MAPS}/c`);
    now = new Date('2026-01-01T01:00:00Z');
    fleet.fleet.compact();
  });
  afterAll(() => fleet.stop());

  it('are 410 with a token for the remaining pages as they are now', async () => {
    const refused = await fleet.call('GET', `${MAPS}?limit=1&labelSelector=mine&continue=${token}`);
    expect([refused.code, refused.body.reason]).toEqual([410, 'Expired']);
    expect(refused.body.message).toMatch(
      /^The provided continue parameter is too old .* may show up in the list\.$/,
    );
    const rest = await fleet.call(
      'GET',
      `${MAPS}?labelSelector=mine&continue=${refused.body.metadata.continue}`,
    );
    expect(rest.body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(['b']);
    expect(Number(rest.body.metadata.resourceVersion)).toBeGreaterThan(Number(version));
  });

  it.each([`resourceVersion=VERSION&resourceVersionMatch=Exact`, 'limit=1&resourceVersion=VERSION'])(
    'are 410 for %s',
    async query => {
      const { code, body } = await fleet.call('GET', `${MAPS}?${query.replace('VERSION', version)}`);
      expect(code).toBe(410);
      expect(body).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'The resourceVersion for the provided list is too old.',
        reason: 'Expired',
        code: 410,
      });
    },
  );
});
