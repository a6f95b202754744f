// Writes dist, or the folder that is named: the command with all that it needs in one file, so that it starts at once, and the licences of that.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// No package: loaded by its place in the repository.
const { bundle } = await import(new URL('../../scripts/bundle.mjs', import.meta.url));

const here = path.dirname(fileURLToPath(import.meta.url));

await bundle({
  entryPoint: path.join(here, 'src/index.ts'),
  outfile: path.join(process.argv[2] ?? path.join(here, 'dist'), 'kubectl-fleet.cjs'),
});
