/**
 * Owns the processes and the folder of one fleet, so that nothing outlives the program that started it.
 *
 * It is forked with an IPC channel. The kernel closes that channel whenever the parent ends, by whatever
 * signal; then, as on `stop`, every process is killed and the folder is removed. It leads a process group of
 * its own: Ctrl-C in a terminal does not reach the servers, and the parent can still kill the group should the
 * supervisor itself be killed.
 *
 * parent → supervisor  { kind: 'start', id, command, args, env, logPath } | { kind: 'stop' }
 * supervisor → parent  { kind: 'folder', folder } once, then
 *                      { kind: 'started', id, pid } | { kind: 'exited', id, code, signal } | { kind: 'stopped' }
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const [parentFolder] = process.argv.slice(2);

/** Made here and not by the parent: there is no moment in which a folder exists that nobody would remove. */
const folder = mkdtempSync(join(parentFolder, 'fleetstage-fleet-'));
const running = new Map();
let isEnding = false;

process.on('message', message => {
  if (message.kind === 'stop') end();
  else if (!isEnding) start(message);
});
process.on('disconnect', end);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException']) process.on(signal, end);
report({ kind: 'folder', folder });

function start({ id, command, args, env, logPath }) {
  const log = openSync(logPath, 'a');
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', log, log] });
  closeSync(log);
  const gone = new Promise(resolve => {
    child.once('error', error => resolve({ code: null, signal: error.code }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  running.set(child, gone);
  gone.then(how => {
    running.delete(child);
    report({ kind: 'exited', id, ...how });
  });
  if (child.pid !== undefined) report({ kind: 'started', id, pid: child.pid });
}

async function end() {
  if (isEnding) return;
  isEnding = true;
  const endings = [...running.values()];
  // SIGKILL also ends what is stopped (`freeze`), and nothing here has anything worth saving.
  for (const child of running.keys()) child.kill('SIGKILL');
  await Promise.all(endings);
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => {});
  report({ kind: 'stopped' }, () => process.exit(0));
}

function report(message, then = () => {}) {
  if (process.connected) process.send(message, then);
  else then();
}
