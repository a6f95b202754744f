// Writes dist: the agent with all that it needs in one file, and the definition of AppliedWork.
import { build } from 'esbuild';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, 'dist');
const DEFINITION = 'appliedworks.placement.kubernetes-fleet.io.yaml';

const SMALL = { 'undici': 'undici.cjs', '@noble/hashes/sha2': 'sha2.cjs' };
const small = {
  name: 'small',
  setup({ onResolve }) {
    for (const [name, file] of Object.entries(SMALL))
      onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: path.join(here, 'small', file) }));
  },
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
cpSync(path.join(here, '../../plugins/fleetstage-backend/crds', DEFINITION), path.join(dist, DEFINITION));
await build({
  entryPoints: [path.join(here, 'src/index.ts')],
  outfile: path.join(dist, 'agent.cjs'),
  bundle: true,
  plugins: [small],
  platform: 'node',
  target: 'node22',
  format: 'cjs',
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'eof',
  logLevel: 'warning',
});
