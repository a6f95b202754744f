import { labelKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { KubeClient } from '@fleetstage/kube-client';
import { eventually } from '../__testUtils__/eventually';
import { StubFleet } from '../__testUtils__/stubFleet';
import { WORK } from '../kube/workKind';
import { WorkWatch } from './WorkWatch';

const { parentPlacement, parentPlacementNamespace } = labelKeys;

describe('the watch of Works', () => {
  let fleet: StubFleet;
  let client: KubeClient;
  let watch: WorkWatch;
  const changed: string[] = [];

  beforeEach(async () => {
    changed.length = 0;
    fleet = await StubFleet.start();
    client = new KubeClient(fleet.api.endpoint('hub'));
    watch = new WorkWatch({
      client,
      carrierOf: member => (member.startsWith('pull') ? 'pull' : 'push'),
      onChanged: (member, placement) => changed.push(`${member} ${placement}`),
      watch: { jitter: () => 0 },
      onProgress: () => {},
      onAbsent: () => {},
    });
  });
  afterEach(async () => {
    watch.stop();
    await client.close();
    await fleet.stop();
  });

  const put = (member: string, name: string, labels?: Record<string, string>) =>
    fleet.hub.put(WORK, {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'Work',
      metadata: { name, namespace: `fleet-member-${member}`, ...(labels && { labels }) },
    });
  const asked = () => fleet.hub.calls.filter(call => call.includes('/works'));
  const untilChanged = (count: number) =>
    eventually(
      async () => changed,
      all => all.length >= count,
      10_000,
    );

  it('RUL 48: is not opened while no member pulls, and ends with the last one', async () => {
    watch.see('push-1', true);
    put('push-1', 'web-work', { [parentPlacement]: 'web' });
    expect(asked()).toEqual([]);
    watch.see('pull-1', true);
    await eventually(
      async () => asked(),
      calls => calls.length >= 2,
      10_000,
    );
    watch.see('pull-1', false);
    put('pull-1', 'web-work', { [parentPlacement]: 'web' });
    watch.see('pull-2', true);
    put('pull-2', 'web-work', { [parentPlacement]: 'web' });
    await untilChanged(1);
    expect(changed).toEqual(['pull-2 web']);
  });

  it('B/WG-001, B/WG-072: reports whose Work has come, got a status, or gone; those of others concern nobody', async () => {
    watch.see('pull-1', true);
    put('pull-1', 'theirs');
    put('pull-1', 'odd', { [parentPlacement]: 'a/b/c' });
    put('pull-1', 'shop.web-work', { [parentPlacement]: 'web', [parentPlacementNamespace]: 'shop' });
    await untilChanged(1);
    const at = { name: 'shop.web-work', namespace: 'fleet-member-pull-1' };
    fleet.hub.setStatus('works', { conditions: [] }, at);
    await untilChanged(2);
    fleet.hub.remove('works', at.name, at.namespace);
    await untilChanged(3);
    expect(new Set(changed)).toEqual(new Set(['pull-1 shop/web']));
    expect(changed).toHaveLength(3);
  });
});
