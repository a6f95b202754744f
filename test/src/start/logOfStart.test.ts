import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const scripts = path.resolve(__dirname, '../../../scripts');

/** What a module in scripts/ prints where stdout is no terminal. */
const runScript = (source: string, args: readonly string[]) =>
  new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      ['--input-type=module', '-e', source, '--', ...args],
      { cwd: scripts, env: { ...process.env, NODE_OPTIONS: '' }, timeout: 60_000 },
      (error, stdout, stderr) => (error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout)),
    );
  });

describe('the log of npm start', () => {
  let server: Server | undefined;
  let folder: string | undefined;
  afterEach(() => {
    server?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  it('says once that the backend is waited for', async () => {
    let asked = 0;
    server = createServer((_, response) => {
      asked += 1;
      if (asked < 12) response.writeHead(503).end();
      else response.end(JSON.stringify({ isReady: true, hub: { isReachable: true }, problems: [] }));
    });
    await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const printed = await runScript(
      `import { untilBackendIsReady } from './start/ready.mjs';
       const patienceMs = { problem: 1, noAnswerOfHub: 1, silence: 1 };
       console.log(await untilBackendIsReady(process.argv[1], () => false, { patienceMs }));`,
      [`http://127.0.0.1:${port}`],
    );
    expect(printed.split('\n').filter(line => line.includes('waiting for the backend'))).toHaveLength(1);
    expect(printed).toMatch(/true\n$/);
  });

  it('has no colours, and all of what a program says to its end', async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-log-'));
    const program = path.join(folder, 'program.js');
    writeFileSync(program, `process.stdout.write('\\u001b[32minfo\\u001b[39m: ready\\nlast words');`);
    const printed = await runScript(
      `import { Processes } from './start/processes.mjs';
       const processes = new Processes({ node: process.execPath, env: process.env });
       await processes.start('a program', [process.argv[1]]).gone;
       await processes.endAll(0);
       process.exit(0);`,
      [program],
    );
    expect(printed).toBe('info: ready\nlast words\n');
  });
});
