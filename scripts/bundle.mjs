// Makes one file of a package with all that it needs, and LICENSES.txt beside it: packages that are published bundled use it.
import { build } from 'esbuild';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `besides`: files that go with it; `options` are esbuild's. Suites bundle side by side, and processes start meanwhile: each
 * file is replaced whole.
 */
export async function bundle({ entryPoint, outfile, besides = [], ...options }) {
  const dist = path.dirname(outfile);
  const made = path.join(dist, `.${process.pid}`);
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  for (const file of besides) cpSync(file, path.join(made, path.basename(file)));
  const { metafile } = await build({
    metafile: true,
    entryPoints: [entryPoint],
    outfile: path.join(made, path.basename(outfile)),
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'eof',
    logLevel: 'warning',
    ...options,
  });
  writeFileSync(path.join(made, 'LICENSES.txt'), licencesOf(metafile).join('\n---\n\n'));
  const files = readdirSync(made);
  // What an ordinary build has left would be packed; folders that begin with a dot are another bundling's.
  for (const file of readdirSync(dist))
    if (!file.startsWith('.') && !files.includes(file)) rmSync(path.join(dist, file), { recursive: true });
  for (const file of files) renameSync(path.join(made, file), path.join(dist, file));
  rmSync(made, { recursive: true });
}

/** Of the packages that went into it. */
function licencesOf({ outputs }) {
  const folders = new Set(
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
        bytesInOutput > 0 ? (/^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []) : [],
      ),
    ),
  );
  return [...folders].sort().flatMap(folder => {
    const at = path.resolve(folder);
    const { name, version } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'));
    const files = readdirSync(at).filter(file => /^licen[cs]e/i.test(file));
    if (files.length === 0) throw new Error(`${name} has no file with its licence`);
    return files.map(file => `${name} ${version}\n\n${readFileSync(path.join(at, file), 'utf8').trim()}\n`);
  });
}
