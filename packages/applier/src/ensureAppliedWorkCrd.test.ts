import { CRD_HASH_ANNOTATION, ensureAppliedWorkCrd } from './ensureAppliedWorkCrd';
import { startCluster } from './testing/aFleet.testing';

let c: Awaited<ReturnType<typeof startCluster>>;
beforeEach(async () => {
  c = await startCluster();
});
afterEach(() => c.stop());

const NAME = 'appliedworks.placement.kubernetes-fleet.io';
const PLACE = { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' };
const crd = (version: string, more: object = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: NAME },
  spec: {
    group: 'placement.kubernetes-fleet.io',
    scope: 'Cluster',
    names: { plural: 'appliedworks', kind: 'AppliedWork' },
    versions: [{ name: version, served: true, storage: true, ...more }],
  },
});
const writes = () => c.stub.calls.filter(call => call.startsWith('PATCH'));

it('creates it once and updates its own', async () => {
  await expect(ensureAppliedWorkCrd(c.client, crd('v1beta1'))).resolves.toEqual({
    kind: 'ready',
    isOurs: true,
  });
  expect(
    c.stub.find('customresourcedefinitions', NAME)?.metadata.annotations?.[CRD_HASH_ANNOTATION],
  ).toBeDefined();
  await ensureAppliedWorkCrd(c.client, crd('v1beta1'));
  expect(writes()).toHaveLength(1);
  await ensureAppliedWorkCrd(c.client, crd('v1beta1', { additionalPrinterColumns: [] }));
  expect(writes()).toHaveLength(2);
});

it('leaves a foreign one alone that will do (RUL 38)', async () => {
  c.stub.put(PLACE, crd('v1beta1'));
  await expect(ensureAppliedWorkCrd(c.client, crd('v1beta1'))).resolves.toEqual({
    kind: 'ready',
    isOurs: false,
  });
  expect(writes()).toEqual([]);
});

it('reports a foreign definition that will not do (RUL 38)', async () => {
  c.stub.put(PLACE, crd('v1alpha1'));
  await expect(ensureAppliedWorkCrd(c.client, crd('v1beta1'))).resolves.toMatchObject({
    kind: 'mismatch',
    message: expect.stringContaining('serves v1alpha1; version v1beta1 is needed'),
  });
  expect(writes()).toEqual([]);
});
