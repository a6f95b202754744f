import { createInterface } from 'node:readline/promises';
import { runCommand } from './runCommand';

export { runCommand, type Shell } from './runCommand';

/** Runs a command of this process, and sets its exit code. */
export async function main(args: readonly string[]): Promise<void> {
  process.exitCode = await runCommand(args, {
    env: process.env,
    out: text => process.stdout.write(text),
    err: text => process.stderr.write(text),
    ask: async question => {
      if (!process.stdin.isTTY) return undefined;
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return await terminal.question(question);
      } finally {
        terminal.close();
      }
    },
  });
}
