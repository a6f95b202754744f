// What `npm start` can be asked for, checked before anything is installed or started.
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SetupError, root } from '../toolchain.mjs';

export const USAGE = `npm start [-- OPTIONS]

Brings up an embedded fleet (a hub and members, simulated on this machine), the Backstage backend with Fleetstage on it, and
the pages. With --config it runs on a hub and members that you have instead.

  --headless      without the pages
  --members N     how many members the embedded fleet has (default 6)
  --no-sample     without the sample placements and their run
  --config FILE   app-config with your hub and members (examples/app-config.real-hub.yaml is one to copy)
  --guest-may-act with --config: guest may change things there, too, not only read
  --data DIR      where everything is kept: databases, the fleet, its kubeconfig (default .fleetstage)
  --port P        port of the API (default 7007); the fleet listens on the next one
  --ui-port P     port of the pages (default 3000)`;

const FLAGS = {
  'headless': { type: 'boolean', default: false },
  'members': { type: 'string', default: '6' },
  'no-sample': { type: 'boolean', default: false },
  'config': { type: 'string' },
  'guest-may-act': { type: 'boolean', default: false },
  'data': { type: 'string', default: '.fleetstage' },
  'port': { type: 'string', default: '7007' },
  'ui-port': { type: 'string', default: '3000' },
  'help': { type: 'boolean', short: 'h', default: false },
};

/** The options with their types, or a SetupError that names the flag and what to write. */
export function readOptions(args) {
  const given = parse(args);
  if (given.help) return { isHelp: true };
  const config = given.config && path.resolve(process.env.INIT_CWD ?? process.cwd(), given.config);
  if (config && !existsSync(config)) throw new SetupError(`--config: there is no file ${given.config}.`);
  const members = Number(given.members);
  if (!Number.isInteger(members) || members < 1 || members > 10_000)
    throw new SetupError(`--members: "${given.members}" is no number from 1 to 10000.`);
  const port = toPort('--port', given.port);
  return {
    config,
    mayGuestAct: !config || given['guest-may-act'],
    members,
    hasPages: !given.headless,
    hasSample: !given['no-sample'],
    dataDir: path.resolve(root, given.data),
    ports: { api: port, fleet: port + 1, ui: toPort('--ui-port', given['ui-port']) },
  };
}

function parse(args) {
  try {
    return parseArgs({ args, options: FLAGS }).values;
  } catch (error) {
    throw new SetupError(`${error.message}\n\n${USAGE}`);
  }
}

function toPort(flag, text) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65534)
    throw new SetupError(`${flag}: "${text}" is no port number.`);
  return port;
}

/** Fails before minutes of installing if a port is taken. */
export async function checkPortsAreFree({ config, hasPages, ports }) {
  await checkPort(ports.api, 'the API', `--port ${ports.api + 10}`);
  if (!config) await checkPort(ports.fleet, 'the embedded fleet', `--port ${ports.api + 10}`);
  if (hasPages) await checkPort(ports.ui, 'the pages', `--ui-port ${ports.ui + 10}`);
}

function checkPort(port, what, other) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', error =>
      reject(
        new SetupError(
          error.code === 'EADDRINUSE'
            ? `port ${port}, for ${what}, is taken. Stop what listens there (is Fleetstage running already?), or choose another: npm start -- ${other}`
            : `port ${port}, for ${what}, cannot be opened: ${error.message}`,
        ),
      ),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}
