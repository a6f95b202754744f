// One member of the demo has an agent: the backend has no credentials for it (docs/members.md).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../toolchain.mjs';

const PULL = 4;
const MEMBER = `member-${PULL}`;
const file = (...parts) => path.join(root, ...parts);
/** That of the backend, which declares it; only what is installed by now has it. */
const yaml = () => createRequire(file('packages/backend/package.json'))('yaml');

/** The kubeconfig of the fleet without the member that has an agent; a small fleet has none. */
export function writeMembersKubeconfig({ dataDir, members }, kubeconfig) {
  if (members < PULL) return kubeconfig;
  const { parse, stringify } = yaml();
  const config = parse(readFileSync(kubeconfig, 'utf8'));
  const target = path.join(dataDir, 'members.kubeconfig');
  const contexts = config.contexts.filter(({ name }) => name !== MEMBER);
  writeFileSync(target, stringify({ ...config, contexts }, { lineWidth: 0 }), { mode: 0o600 });
  return target;
}

/** Joins it once, and starts its agent. */
export async function startPullMember({ dataDir, members }, processes, { kubeconfig, api }) {
  if (members < PULL) return;
  const folder = path.join(dataDir, 'agent');
  const marker = path.join(folder, 'joined');
  await processes.run('the member with an agent', [
    file('packages/backend/src/samplePull.ts'),
    ...['--examples', file('examples'), '--kubeconfig', kubeconfig, '--api', api],
    ...['--member', MEMBER, '--folder', folder, ...(existsSync(marker) ? ['--is-known'] : [])],
  ]);
  if (processes.isEnding) return;
  writeFileSync(marker, '');
  const { server } = hubOf(kubeconfig);
  processes.start('the agent of a member', [
    file('packages/member-agent/bin/member-agent'),
    ...['--member', MEMBER, '--hub-url', server, '--hub-ca', path.join(folder, 'ca.crt')],
    ...['--hub-join-token-file', path.join(folder, 'join-token')],
    ...['--kubeconfig', kubeconfig, '--context', MEMBER],
    ...['--state-dir', path.join(folder, 'state'), '--log-level', 'warn'],
  ]);
}

function hubOf(kubeconfig) {
  const { contexts, clusters } = yaml().parse(readFileSync(kubeconfig, 'utf8'));
  const { cluster } = contexts.find(({ name }) => name === 'hub').context;
  return clusters.find(({ name }) => name === cluster).cluster;
}
