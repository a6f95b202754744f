// Makes one file of a package with all that it needs, and LICENSES.txt beside it: packages that are published bundled use it.
import { build } from 'esbuild';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Empties the folder of `outfile` first; `options` are esbuild's. */
export async function bundle({ entryPoint, outfile, ...options }) {
  const dist = path.dirname(outfile);
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  const { metafile } = await build({
    metafile: true,
    entryPoints: [entryPoint],
    outfile,
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
  writeFileSync(path.join(dist, 'LICENSES.txt'), licencesOf(metafile).join('\n---\n\n'));
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
