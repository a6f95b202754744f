import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually';
import { Supervisor } from './Supervisor';

describe('Supervisor', () => {
  let supervisor: Supervisor;

  beforeEach(async () => {
    supervisor = await Supervisor.start();
  });

  afterEach(() => supervisor.stop());

  const runNode = (id: string, script: string) =>
    supervisor.run({
      id,
      command: process.execPath,
      args: ['-e', script],
      logPath: join(supervisor.folder, 'log'),
    });

  const isRunning = (pid: number) => spawnSync('kill', ['-0', `${pid}`]).status === 0;

  it('kills what it started and removes its folder when it stops', async () => {
    const program = await runNode('stubborn', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)');
    expect(isRunning(program.pid)).toBe(true);
    await supervisor.stop();
    expect(isRunning(program.pid)).toBe(false);
    expect(existsSync(supervisor.folder)).toBe(false);
  });

  it('keeps what a program printed, and how it ended', async () => {
    const program = await runNode('short', 'console.log("hello"); process.exit(3)');
    await eventually('it has ended', () => expect(program.ending()).toBe('exit code 3'));
    expect(readFileSync(program.logPath, 'utf8')).toBe('hello\n');
  });

  it('says which program cannot be started', async () => {
    const missing = {
      id: 'missing',
      command: 'no-such-program',
      args: [],
      logPath: join(supervisor.folder, 'log'),
    };
    await expect(supervisor.run(missing)).rejects.toThrow('no-such-program cannot be started: ENOENT');
  });

  it('leaves nothing behind when the supervising process itself is killed', async () => {
    const program = await runNode('orphan', 'setInterval(() => {}, 1000)');
    const parent = spawnSync('ps', ['-o', 'ppid=', '-p', `${program.pid}`], {
      encoding: 'utf8',
    }).stdout.trim();
    process.kill(Number(parent), 'SIGKILL');
    await eventually('program and folder are gone', () => {
      expect({ isRunning: isRunning(program.pid), isThere: existsSync(supervisor.folder) }).toEqual({
        isRunning: false,
        isThere: false,
      });
    });
  });
});
