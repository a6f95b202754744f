// The programs that `npm start` runs: started one after the other, ended in the opposite order, all with this process.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, SetupError } from '../toolchain.mjs';

const TRANSFORM = path.join(root, 'node_modules/@backstage/cli/config/nodeTransform.cjs');
const GRACE_MS = 15_000;

export class Processes {
  #children = [];
  #ending;
  #resolveEnd;
  #end = new Promise(resolve => {
    this.#resolveEnd = resolve;
  });

  constructor(toolchain) {
    this.toolchain = toolchain;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void this.endAll(0));
  }

  get isEnding() {
    return this.#ending !== undefined;
  }

  /** Resolves to the exit code when all have ended. */
  get end() {
    return this.#end;
  }

  /**
   * Starts a TypeScript program of the repository. Its stdin stays open as long as this process lives: when that is killed,
   * the kernel closes it and the program ends. A program that ends by itself ends all the others. `onLine` sees what it
   * prints instead of the terminal; where stdout is none, it comes without colours. Ctrl-C reaches all of them at once, as
   * they share the terminal.
   */
  start(name, args, { env = {}, onLine = process.stdout.isTTY ? undefined : printPlain } = {}) {
    const child = spawn(this.toolchain.node, ['--no-warnings', '--require', TRANSFORM, ...args], {
      cwd: root,
      env: { ...this.toolchain.env, FLEETSTAGE_WITH_PARENT: '1', ...env },
      stdio: ['pipe', onLine ? 'pipe' : 'inherit', 'inherit'],
    });
    child.stdin.on('error', () => undefined);
    if (onLine) readLines(child.stdout, onLine);
    const gone = new Promise(resolve => {
      child.once('error', error => resolve({ error }));
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
    const entry = { name, child, gone, hasEnded: false };
    this.#children.push(entry);
    void gone.then(({ code, signal, error }) => {
      entry.hasEnded = true;
      if (this.isEnding || signal === 'SIGINT') return;
      const how = error?.message ?? (signal ? `ended by ${signal}` : `ended with exit code ${code}`);
      process.stderr.write(`\nfleetstage: ${name} ${how}; its words are above. Everything else is ended.\n`);
      void this.endAll(1);
    });
    return entry;
  }

  /** Runs a program to its end; throws a SetupError where it fails. */
  async run(name, args, options) {
    const child = spawn(this.toolchain.node, ['--no-warnings', '--require', TRANSFORM, ...args], {
      cwd: root,
      env: { ...this.toolchain.env, ...options?.env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const code = await new Promise(resolve => {
      child.once('error', () => resolve(1));
      child.once('close', resolve);
    });
    if (code !== 0 && !this.isEnding) throw new SetupError(`${name} failed; its words are above.`);
  }

  endAll(code) {
    this.#ending ??= this.#endAll(code);
    return this.#ending;
  }

  async #endAll(code) {
    for (const { child, gone, hasEnded } of this.#children.reverse()) {
      if (hasEnded) continue;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      await gone;
      clearTimeout(timer);
    }
    this.#resolveEnd(code);
  }
}

// Backstage's log is coloured wherever it goes.
const printPlain = line => process.stdout.write(`${stripVTControlCharacters(line)}\n`);

function readLines(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8').on('data', chunk => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) onLine(line);
  });
  stream.on('end', () => {
    if (rest !== '') onLine(rest);
  });
}
