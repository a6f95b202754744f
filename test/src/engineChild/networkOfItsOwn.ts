import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { besideSources } from '../controlPlane/besideSources';

/** A network namespace whose only ways out lead to ports of this machine. */
export interface NetworkOfItsOwn {
  /** The program and arguments that run `command` within it; the process that they start becomes that of the command. */
  wrap(command: readonly string[]): readonly [string, ...string[]];
  close(): Promise<void>;
}

const RELAY = besideSources('../engineChild/relay.mjs');
/** Root needs no user namespace. */
const UNSHARE = process.getuid?.() === 0 ? ['--net'] : ['--net', '--map-root-user'];
const ENTER = process.getuid?.() === 0 ? ['--net'] : ['--user', '--net', '--preserve-credentials'];

/** Whether this machine lets us make namespaces, and has what it takes. */
export function canIsolate(): boolean {
  try {
    execFileSync('unshare', [...UNSHARE, 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Opens one from which only these ports of this machine's loopback can be reached, under the same addresses. */
export async function networkTo(ports: readonly number[]): Promise<NetworkOfItsOwn> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-net-'));
  const [socket, ready] = [path.join(folder, 'relay.sock'), path.join(folder, 'ready')];
  execFileSync('mkfifo', [ready]);
  const connections = new Set<net.Socket>();
  const server = net.createServer(inside => {
    connections.add(inside);
    inside.once('close', () => connections.delete(inside));
    inside.once('error', () => inside.destroy());
    passOn(inside, ports);
  });
  server.listen(socket);
  await once(server, 'listening');
  const script = [
    'ip link set lo up',
    `${JSON.stringify(process.execPath)} ${JSON.stringify(RELAY)} "$1" "$2" $3 & cat "$2"`,
    'shift 3',
    'exec "$@"',
  ].join('\n');
  return {
    wrap: command => [
      'unshare',
      ...[...UNSHARE, 'sh', '-euc', script, 'sh', socket, ready, ports.join(' '), ...command],
    ],
    async close() {
      for (const connection of connections) connection.destroy();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The first line names the port; the relay's own connection names none, and lasts as long as it does. */
function passOn(inside: net.Socket, ports: readonly number[]): void {
  inside.once('readable', () => {
    let head = '';
    for (let byte = inside.read(1); byte !== null; byte = inside.read(1)) {
      if (String(byte) === '\n') break;
      head += String(byte);
    }
    const port = Number(head);
    if (!ports.includes(port)) return;
    const outside = net.connect(port, '127.0.0.1');
    inside.pipe(outside).pipe(inside);
    for (const end of [inside, outside]) {
      end.once('error', () => [inside, outside].forEach(one => one.destroy()));
      end.once('close', () => [inside, outside].forEach(one => one.destroy()));
    }
  });
}

/** Whether a process, with the network that it has, reaches a server. */
export function reachesFrom(pid: number, url: string): boolean {
  const { hostname, port } = new URL(url);
  const program = `require('net').connect(${Number(port)}, ${JSON.stringify(hostname)}, () => process.exit(0)).once('error', () => process.exit(1))`;
  try {
    execFileSync('nsenter', ['--target', String(pid), ...ENTER, process.execPath, '-e', program], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
