// Writes dist: the agent with all that it needs in one file, the licences of that, and the definition of AppliedWork.
import { build } from 'esbuild';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, 'dist');
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

// Suites bundle it side by side, and agents start meanwhile: each file is replaced whole.
const made = path.join(dist, `.${process.pid}`);
rmSync(made, { recursive: true, force: true });
mkdirSync(made, { recursive: true });
cpSync(path.join(plugins, 'fleetstage-backend/crds', DEFINITION), path.join(made, DEFINITION));
const { metafile } = await build({
  metafile: true,
  entryPoints: [path.join(here, 'src/index.ts')],
  outfile: path.join(made, 'agent.cjs'),
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

/** The folders of the packages that went into it. */
const packages = new Set(
  Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? (/^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []) : [],
    ),
  ),
);
const licences = [...packages].sort().flatMap(folder => {
  const at = path.resolve(folder);
  const { name, version } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'));
  const files = readdirSync(at).filter(file => /^licen[cs]e/i.test(file));
  if (files.length === 0) throw new Error(`${name} has no file with its licence`);
  return files.map(file => `${name} ${version}\n\n${readFileSync(path.join(at, file), 'utf8').trim()}\n`);
});
writeFileSync(path.join(made, 'LICENSES.txt'), licences.join('\n---\n\n'));
for (const file of readdirSync(made)) renameSync(path.join(made, file), path.join(dist, file));
rmSync(made, { recursive: true });
