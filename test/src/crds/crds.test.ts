import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CRD_FOLDER, generateCrds } from './generateCrds';
import { repoPath } from './repoPath';

const generated = generateCrds();

const shipped = () =>
  existsSync(CRD_FOLDER) ? readdirSync(CRD_FOLDER).filter(file => file.endsWith('.yaml')) : [];

if (process.env.UPDATE_CRDS && !process.env.CI) {
  mkdirSync(CRD_FOLDER, { recursive: true });
  for (const file of shipped()) rmSync(join(CRD_FOLDER, file));
  for (const { fileName, yaml } of generated) writeFileSync(join(CRD_FOLDER, fileName), yaml);
}

describe('shipped CRDs', () => {
  it.each(generated)('$fileName is what the types say', ({ fileName, yaml }) => {
    const file = join(CRD_FOLDER, fileName);
    // A stale file is made anew with UPDATE_CRDS=1.
    expect(existsSync(file) ? readFileSync(file, 'utf8') : 'no file').toBe(yaml);
  });

  it('has a file for every kind and no other', () => {
    expect(shipped().sort()).toEqual(generated.map(({ fileName }) => fileName).sort());
  });

  it('is reachable as crds at the top, for kubectl apply -f crds/', () => {
    expect(
      readdirSync(repoPath('crds'))
        .filter(file => file.endsWith('.yaml'))
        .sort(),
    ).toEqual(shipped().sort());
  });

  it.each(generated)('$fileName fits the annotation of kubectl apply', ({ crd }) => {
    expect(JSON.stringify(crd).length).toBeLessThan(262_144);
  });
});
