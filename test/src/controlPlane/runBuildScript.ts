import { spawn } from 'node:child_process';

/**
 * Runs a script that builds programs where they are missing, and returns the folder that it prints; its progress goes to stderr.
 * In a process of its own: it is plain ESM, which a test runner's module system does not load.
 */
export function runBuildScript(script: string): Promise<string> {
  return new Promise((done, fail) => {
    const build = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    build.stdout.setEncoding('utf8').on('data', chunk => {
      stdout += chunk;
    });
    build.stderr.setEncoding('utf8').on('data', chunk => {
      stderr += chunk;
      process.stderr.write(chunk);
    });
    build.on('error', fail);
    build.on('close', code => {
      const folder = stdout.trim().split('\n').pop();
      if (code === 0 && folder) done(folder);
      else fail(new Error(stderr.trim()));
    });
  });
}
