// `npm start`: the embedded fleet, the backend and the pages; `--config FILE`: the same on a hub and members you have.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ensureEncryptionKey } from './start/encryptionKey.mjs';
import { checkPortsAreFree, readOptions, USAGE } from './start/options.mjs';
import { ensurePages } from './start/pages.mjs';
import { Processes } from './start/processes.mjs';
import { ensurePrivateFolder } from './start/privateFolder.mjs';
import { startPullMember, writeMembersKubeconfig } from './start/pullMember.mjs';
import { untilAnswers, untilBackendIsReady } from './start/ready.mjs';
import { ensureInstalled, ensureToolchain, root, runMain, say } from './toolchain.mjs';

const file = (...parts) => path.join(root, ...parts);
const shown = target => (target.startsWith(root) ? path.relative(root, target) || '.' : target);

await runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.isHelp) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  await checkPortsAreFree(options);
  ensurePrivateFolder(options.dataDir);
  const toolchain = ensureToolchain();
  await ensureInstalled(toolchain);
  if (options.hasPages) await ensurePages(toolchain);

  // For all that follows, SQLite's further files among it; not before, as others may share what is installed and built.
  process.umask(0o077);
  const processes = new Processes(toolchain);
  try {
    await startAll(options, processes);
  } catch (error) {
    await processes.endAll(1);
    throw error;
  }
  const code = await processes.end;
  // Orders are read from it; open, it would keep this process.
  process.stdin.destroy();
  return code;
});

async function startAll(options, processes) {
  const { ports, hasPages } = options;
  const urls = { api: `http://localhost:${ports.api}`, ui: `http://localhost:${ports.ui}` };
  const kubeconfig = options.config ? undefined : await startFleet(options, processes);
  if (processes.isEnding) return;
  const membersKubeconfig = kubeconfig && writeMembersKubeconfig(options, kubeconfig);
  startBackend(options, processes, { kubeconfig, membersKubeconfig, urls });
  if (hasPages) startPages(options, processes, urls);
  if (!(await untilBackendIsReady(urls.api, () => processes.isEnding))) return;
  if (kubeconfig) await startPullMember(options, processes, { kubeconfig, api: urls.api });
  if (kubeconfig && !processes.isEnding) await fillFleet(options, processes, kubeconfig);
  if (hasPages && !(await untilAnswers(urls.ui, () => processes.isEnding))) return;
  if (kubeconfig) say(`kubectl --kubeconfig ${shown(kubeconfig)} --context hub get memberclusters`);
  if (!processes.isEnding) process.stdout.write(`Fleetstage is ready: ${hasPages ? urls.ui : urls.api}\n`);
}

/** Starts the embedded fleet and resolves to the path of its kubeconfig when it answers. */
async function startFleet({ dataDir, members, ports }, processes) {
  const kubeconfig = path.join(dataDir, 'kubeconfig');
  say(`starting the embedded fleet: a hub and ${members} member${members === 1 ? '' : 's'}`);
  await new Promise(resolve => {
    const fleet = processes.start(
      'the embedded fleet',
      [
        file('packages/embedded-kube/src/cli.ts'),
        ...['--data', path.join(dataDir, 'fleet'), '--port', String(ports.fleet)],
        ...['--members', String(members), '--kubeconfig', kubeconfig, '--with-parent'],
      ],
      { onLine: line => (line.includes('"ready":true') ? resolve() : process.stdout.write(`${line}\n`)) },
    );
    void fleet.gone.then(resolve);
    takeOrders(fleet);
  });
  return kubeconfig;
}

/** `cut member-2`, `freeze member-2`, `thaw member-2`, typed into the terminal: shows the loss of a member. */
function takeOrders(fleet) {
  createInterface({ input: process.stdin }).on('line', line => {
    const [, verb, cluster] = /^\s*(cut|freeze|thaw)\s+(\S+)\s*$/.exec(line) ?? [];
    if (verb === undefined) {
      if (line.trim()) say('orders are: cut MEMBER, freeze MEMBER, thaw MEMBER');
      return;
    }
    fleet.child.stdin.write(`${JSON.stringify({ [verb]: cluster })}\n`);
  });
}

function startBackend(
  { config, dataDir, mayGuestAct, ports },
  processes,
  { kubeconfig, membersKubeconfig, urls },
) {
  say(`starting the backend on port ${ports.api}, data in ${shown(dataDir)}`);
  processes.start('the backend', [file('packages/backend/src/index.ts'), ...configFiles(config)], {
    env: {
      NODE_ENV: process.env.NODE_ENV ?? 'development',
      FLEETSTAGE_DATA_DIR: dataDir,
      FLEETSTAGE_EXAMPLES: file('examples'),
      FLEETSTAGE_GUEST_MAY_ACT: mayGuestAct ? '1' : '0',
      FLEETSTAGE_ENCRYPTION_KEY: ensureEncryptionKey(dataDir),
      ...(kubeconfig && {
        FLEETSTAGE_KUBECONFIG: kubeconfig,
        FLEETSTAGE_MEMBERS_KUBECONFIG: membersKubeconfig,
      }),
      ...addresses(ports.api, urls),
    },
  });
}

/** Later ones win, whole lists at a time: your own keys replace the generated one. */
function configFiles(config) {
  const further = config ? [file('app-config.local-key.yaml'), config] : [file('app-config.embedded.yaml')];
  return [file('app-config.yaml'), ...further].flatMap(name => ['--config', name]);
}

function startPages({ ports }, processes, urls) {
  processes.start(
    'the server of the pages',
    [file('packages/backend/src/ui.ts'), '--config', file('app-config.yaml')],
    {
      env: {
        NODE_ENV: process.env.NODE_ENV ?? 'development',
        LOG_LEVEL: 'warn',
        APP_CONFIG_backend_database: JSON.stringify({ client: 'better-sqlite3', connection: ':memory:' }),
        ...addresses(ports.ui, urls),
      },
    },
  );
}

/** Configuration that browsers and both servers must agree on. */
function addresses(listenPort, { api, ui }) {
  return {
    APP_CONFIG_backend_listen_port: String(listenPort),
    APP_CONFIG_backend_baseUrl: JSON.stringify(api),
    APP_CONFIG_app_baseUrl: JSON.stringify(ui),
    APP_CONFIG_backend_cors_origin: JSON.stringify(ui),
  };
}

/** Joins the members and places the sample once; what a user has deleted or changed since stays so. */
async function fillFleet({ dataDir, members, hasSample }, processes, kubeconfig) {
  const marker = path.join(dataDir, `filled-${members}${hasSample ? '' : '-no-sample'}`);
  if (existsSync(marker)) return;
  say(`joining ${members} member${members === 1 ? '' : 's'}${hasSample ? ' and placing the sample' : ''}`);
  await processes.run('the sample', [
    file('packages/backend/src/sample.ts'),
    ...['--examples', file('examples')],
    ...['--kubeconfig', kubeconfig, '--members', String(members), ...(hasSample ? [] : ['--no-sample'])],
  ]);
  writeFileSync(marker, '');
}
