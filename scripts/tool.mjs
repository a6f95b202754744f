// Runs one of the project's own command-line tools (tsc, prettier, backstage-cli) under its tool-chain:
// `node scripts/tool.mjs tsc --noEmit`.
import path from 'node:path';
import { ensureInstalled, ensureToolchain, root, run, runMain } from './toolchain.mjs';

/**
 * The compiler in Go checks the same types in a quarter of the time. The one that tools use as a library is another version: both
 * have a `tsc`, and the folder of commands has only one.
 */
const COMMANDS = { tsc: 'node_modules/typescript-native/bin/tsc' };

await runMain(async () => {
  const [tool, ...args] = process.argv.slice(2);
  const toolchain = ensureToolchain();
  await ensureInstalled(toolchain);
  return run(toolchain, args, { command: path.join(root, COMMANDS[tool] ?? `node_modules/.bin/${tool}`) });
});
