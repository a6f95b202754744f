import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { apply, memberYaml } from '../engine/fleet';
import { eventually } from '../eventually';
import type { Fleet, FleetCluster } from '../story/startFleet';
import { askAs } from './askAs';

/* YAML and kubeconfigs are read with the eyes of the test: what is missing fails the expectation. */
/* eslint-disable @typescript-eslint/no-explicit-any */

const EXAMPLES = path.resolve(__dirname, '../../../examples');

/** One document for each object of the files in a folder of the examples. */
export const exampleObjects = (folder: string): readonly { readonly file: string; readonly object: any }[] =>
  readdirSync(path.join(EXAMPLES, folder))
    .filter(file => file.endsWith('.yaml'))
    .flatMap(file =>
      parseAllDocuments(readFileSync(path.join(EXAMPLES, folder, file), 'utf8'))
        .map(document => document.toJS())
        .filter(object => object !== null)
        .map(object => ({ file, object })),
    );

const readExample = (file: string) => readFileSync(path.join(EXAMPLES, file), 'utf8');

/** As whom Fleetstage works, on the hub and on members: the account that the parameters of the policies name. */
const ACCOUNT = `
apiVersion: v1
kind: Namespace
metadata: { name: fleetstage }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: fleetstage, namespace: fleetstage }
---`;

/** Gives the account a role. */
export const bindRole = (role: string) => `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: ${role} }
subjects: [{ kind: ServiceAccount, name: fleetstage, namespace: fleetstage }]
roleRef: { kind: ClusterRole, name: ${role}, apiGroup: rbac.authorization.k8s.io }
---`;

/** What the account needs besides, where members have an agent. */
export const BIND_PULL = bindRole('fleetstage-hub-pull');

/** Binds the shipped roles and returns a kubeconfig in which each context is the account that has them. */
export async function bindAccounts(
  fleet: Pick<Fleet, 'hub' | 'members' | 'kubeconfigPath'>,
): Promise<string> {
  await apply(
    fleet.hub,
    `${ACCOUNT}${readExample('rbac/hub.yaml')}\n---\n${readExample('rbac/people.yaml')}\n---${bindRole('fleetstage-hub')}`,
  );
  for (const member of fleet.members)
    await apply(member, `${ACCOUNT}${readExample('rbac/member.yaml')}\n---${bindRole('fleetstage-member')}`);
  // The embedded fleet writes YAML, the real one JSON, which is YAML, too.
  const config = parse(readFileSync(fleet.kubeconfigPath, 'utf8'));
  for (const plane of [fleet.hub, ...fleet.members]) {
    const create = ['create', 'token', 'fleetstage', '-n', 'fleetstage', '--duration=2h'];
    const { stdout } = await plane.kubectl(create);
    const { user } = config.contexts.find(({ name }: any) => name === plane.name).context;
    config.users.find(({ name }: any) => name === user).user = { token: stdout.trim() };
  }
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'fleetstage-accounts-')), 'kubeconfig');
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}

/** Applies all policies and waits until the hub enforces them. */
export async function applyPolicies(hub: FleetCluster): Promise<void> {
  for (const { object } of exampleObjects('hardening')) await apply(hub, JSON.stringify(object));
  await eventually(
    'the policies are enforced',
    async () => {
      const args = ['create', '-f', '-', '--dry-run=server', '--as=nobody', '--as-group=system:masters'];
      expect(await askAs(hub, args, memberYaml('stranger'))).toEqual({
        isGranted: false,
        said: expect.stringContaining('fleetstage-members'),
      });
    },
    { timeoutMs: 60_000 },
  );
}
