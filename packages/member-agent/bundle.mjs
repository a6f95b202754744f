// Writes dist: the agent with all that it needs in one file, the licences of that, and the definition of AppliedWork.
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// No package: loaded by its place in the repository.
const { bundle } = await import(new URL('../../scripts/bundle.mjs', import.meta.url));

const here = path.dirname(fileURLToPath(import.meta.url));
// `npm run pack` runs this in a copy of this package alone.
const common = createRequire(import.meta.url).resolve(
  '@fleetstage/backstage-plugin-fleetstage-common/package.json',
);
const plugins = path.resolve(realpathSync(common), '../..');
const DEFINITION = 'appliedworks.placement.kubernetes-fleet.io.yaml';

const SMALL = { 'undici': 'undici.cjs', '@noble/hashes/sha2': 'sha2.cjs' };
const small = {
  name: 'small',
  setup({ onResolve }) {
    for (const [name, file] of Object.entries(SMALL))
      onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: path.join(here, 'small', file) }));
  },
};

await bundle({
  entryPoint: path.join(here, 'src/index.ts'),
  outfile: path.join(here, 'dist/agent.cjs'),
  besides: [path.join(plugins, 'fleetstage-backend/crds', DEFINITION)],
  plugins: [small],
});
