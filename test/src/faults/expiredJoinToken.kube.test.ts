import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleAgent, startAgent, type AgentProcess } from '../story/startAgent';
import { startEmbedded, type EmbeddedProcess } from '../embedded/startEmbedded';
import { apply } from '../engine/fleet';
import { eventually } from '../eventually';
import { governFaults } from './governFaults';

const SPACE = 'fleet-member-edge';
const ACCOUNTS = ['fleetstage-agent', 'fleetstage-join']
  .map(
    name => `\napiVersion: v1\nkind: ServiceAccount\nmetadata: { name: ${name}, namespace: ${SPACE} }\n---`,
  )
  .join('');
const RIGHTS = `
apiVersion: v1
kind: Namespace
metadata: { name: ${SPACE} }
---${ACCOUNTS}
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: fleetstage-agent-token, namespace: ${SPACE} }
rules:
  - { apiGroups: [""], resources: [serviceaccounts/token], resourceNames: [fleetstage-agent], verbs: [create] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: fleetstage-agent-token, namespace: ${SPACE} }
roleRef: { kind: Role, name: fleetstage-agent-token, apiGroup: rbac.authorization.k8s.io }
subjects: [{ kind: ServiceAccount, name: fleetstage-join, namespace: ${SPACE} }]
`;
const MINUTE_MS = 60_000;

jest.setTimeout(120_000);
let fleet: EmbeddedProcess;
let agent: AgentProcess | undefined;
let folder: string;

beforeAll(async () => {
  bundleAgent();
  folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-expired-'));
  fleet = await startEmbedded({ members: ['member-1'], dataDir: path.join(folder, 'fleet') });
  await apply(fleet.hub, RIGHTS);
}, 120_000);
afterAll(async () => {
  await agent?.stop();
  await fleet?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

it('a join token is refused after half an hour, and the agent says what to do', async () => {
  const issue = ['create', 'token', 'fleetstage-join', '-n', SPACE, '--duration=30m'];
  const { stdout } = await fleet.hub.kubectl(issue);
  const fileOf = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text, { mode: 0o600 });
    return path.join(folder, name);
  };
  const faults = governFaults(fleet.kubeconfigPath, fleet.caPem);
  await faults.set({ hub: [{ type: 'clock', skewMs: 31 * MINUTE_MS }] });
  const flags = {
    'member': 'edge',
    'hub-url': fleet.hub.url,
    'hub-ca': fileOf('ca.crt', fleet.hub.caPem),
    'hub-join-token-file': fileOf('join-token', stdout.trim()),
    'kubeconfig': fleet.kubeconfigPath,
    'context': 'member-1',
    'state-dir': path.join(folder, 'state'),
  };
  const running = startAgent({ flags });
  agent = running;
  const soon = (what: string, probe: () => Promise<void>) => eventually(what, probe, { timeoutMs: 40_000 });
  await soon('it says what to do', async () =>
    expect(running.logs()).toContain('The hub refuses the join token: it was used, has expired'),
  );
  // A token that is put there later is taken without a restart.
  fileOf('join-token', (await fleet.hub.kubectl(issue)).stdout.trim());
  await soon('it goes on with a newer one', async () =>
    expect(running.logs()).toContain('The join token was exchanged for a token of the agent'),
  );
});
