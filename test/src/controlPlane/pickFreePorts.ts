import { createServer } from 'node:net';

/**
 * Below the range from which kernels take the local ports of outgoing connections (a fleet makes hundreds of
 * those, and one of them could take a port between our check and the server's start), and below NodePorts.
 */
const FIRST_PORT = 15_000;
const LAST_PORT = 29_999;

const given = new Set<number>();

/**
 * Picks ports that nobody listens on. Random, so that fleets started side by side in several processes seldom
 * meet; where they do, the later server fails to bind and {@link startRealFleet} begins again with others.
 */
export async function pickFreePorts(count: number): Promise<number[]> {
  const picked: number[] = [];
  while (picked.length < count) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT + 1));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    picked.push(port);
  }
  return picked;
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
