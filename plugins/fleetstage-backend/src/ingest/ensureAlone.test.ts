import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ForbiddenError, NotFoundError, type KubeClient } from '@fleetstage/kube-client';
import { ensureAlone } from './ensureAlone';

const NOON = instant(Date.parse('2026-11-26T12:00:00Z'));
const hubWith = (list: () => Promise<object>) => ({ list }) as unknown as KubeClient;
const leases = (...specs: object[]) =>
  hubWith(async () => ({ items: specs.map(spec => ({ metadata: { name: 'agent' }, spec })) }));
const HELD = { holderIdentity: 'agent-0', leaseDurationSeconds: 15 };

it.each([
  { rule: 'there is no lease', hub: leases() },
  {
    rule: 'its holder has ended in order',
    hub: leases({ ...HELD, holderIdentity: '', renewTime: '2026-11-26T12:00:00Z' }),
  },
  { rule: 'its holder stopped renewing', hub: leases({ ...HELD, renewTime: '2026-11-26T11:59:44.999999Z' }) },
  { rule: 'nobody has ever held it', hub: leases({}) },
  {
    rule: 'there are no leases',
    hub: hubWith(async () => {
      throw new NotFoundError('no');
    }),
  },
  {
    rule: 'leases may not be read',
    hub: hubWith(async () => {
      throw new ForbiddenError('no');
    }),
  },
])('RUL 37: begins when $rule', async ({ hub }) => {
  await expect(ensureAlone(hub, 'hub', NOON)).resolves.toBeUndefined();
});

it('RUL 37: names the lease that is held, and who holds it', async () => {
  const hub = leases({}, { ...HELD, renewTime: '2026-11-26T11:59:46.000000Z' });
  await expect(ensureAlone(hub, 'hub', NOON)).rejects.toThrow(/agent-0 holds Lease fleet-system\/agent/);
});
