/* eslint-disable @backstage/no-forbidden-package-imports -- its certificates are no part of what the package publishes */
import { createAuthority, issueServerCertificate } from '@fleetstage/embedded-kube/src/access/authority';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startRealFleet } from '../controlPlane';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith } from '../engine/fleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { FLEET_HOOK_MS, type Fleet } from '../story/startFleet';

const ON_HUB = 'planted-on-the-hub';
const ON_MEMBER = 'planted-on-the-member';
const PLANTED = [ON_HUB, ON_MEMBER].flatMap(value => [value, Buffer.from(value).toString('base64')]);
const REDACTED = 'denied the request: weak: (redacted for security reasons)';

const namespaceWith = (value: string) => `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: v1
kind: Secret
metadata: { name: vault, namespace: shop }
stringData: { token: ${value} }
`;
const PLACEMENT = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: { name: denied, namespace: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Secret, name: vault }]
  policy: { placementType: PickAll }
`;

jest.setTimeout(180_000);

/** A member whose webhook repeats what it refuses, and what is there, in clear and encoded. */
describe('RUL 40 a value that a member repeats', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let webhook: Server;
  let caBundle: string;
  let code = 422;

  beforeAll(async () => {
    const now = new Date();
    const authority = await createAuthority(now);
    const { certPem: cert, keyPem: key } = await issueServerCertificate(authority, {
      names: ['127.0.0.1'],
      now,
    });
    caBundle = Buffer.from(authority.certPem).toString('base64');
    webhook = createServer({ cert, key }, async (request, response) => {
      const review = (await json(request)) as { request: { uid: string } };
      const status = { code, message: `weak: ${PLANTED.join(' ')}` };
      const answer = { uid: review.request.uid, allowed: false, status };
      const body = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: answer };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>(resolve => webhook.listen(0, '127.0.0.1', resolve));
    fleet = await startRealFleet({ members: ['member-1'] });
    engine = await startEngine(engineOn(fleet));
    await apply(fleet.hub, memberYaml('member-1') + namespaceWith(ON_HUB));
    await apply(fleet.members[0], namespaceWith(ON_MEMBER));
    await apply(fleet.members[0], webhookYaml());
    await soon('the member joins', async () =>
      expect(conditionsOf((await read(fleet.hub, 'membercluster', 'member-1')).status).Joined).toMatch(
        /^True/,
      ),
    );
    await soon('the webhook is asked', () =>
      expect(
        fleet.members[0].kubectl(['annotate', 'secret', 'vault', '-n', 'shop', 'a=b', '--dry-run=server']),
      ).rejects.toThrow(`weak: ${ON_HUB}`),
    );
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
    webhook?.closeAllConnections();
    webhook?.close();
  }, 60_000);

  const soon = soonWith(() => engine);
  const webhookYaml = () =>
    JSON.stringify({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'talkative' },
      webhooks: [
        {
          name: 'talkative.example.io',
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          rules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              operations: ['CREATE', 'UPDATE'],
              resources: ['secrets'],
            },
          ],
          objectSelector: {},
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } },
          clientConfig: { url: `https://127.0.0.1:${(webhook.address() as AddressInfo).port}`, caBundle },
        },
      ],
    });

  // The status reports the first; the others are retried, which the log reports. Of codes that the log keeps quiet about,
  // what is kept and shown is held by the table of codes in the applier and by `plantedSecrets`.
  it.each([422, 401, 409])('is shown nowhere when it refuses with %i', async refusal => {
    code = refusal;
    const before = engine.logs().length;
    await apply(fleet.hub, PLACEMENT);
    await soon('it is reported', async () => {
      const { status } = await read(fleet.hub, 'rp', 'denied', 'shop');
      expect(JSON.stringify(status ?? {}) + engine.logs().slice(before)).toContain(REDACTED);
    });
    const kinds = 'resourceplacements,resourcesnapshots,resourcebindings,memberclusters,events';
    const shown = (await fleet.hub.kubectl(['get', kinds, '-A', '-o', 'yaml'])).stdout + engine.logs();
    for (const planted of PLANTED) expect(shown).not.toContain(planted);
    await fleet.hub.kubectl(['delete', 'rp', 'denied', '-n', 'shop', '--wait=true', '--timeout=60s']);
  });
});
