import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');

/** The rows of the table below `## Resolutions`, without its head: package, version, reason. */
function documentedResolutions(): readonly (readonly string[])[] {
  const text = readFileSync(path.join(root, 'docs/supply-chain.md'), 'utf8');
  const section = /^## Resolutions$([^]*?)(?=^## |$(?![^]))/m.exec(text)?.[1] ?? '';
  return [...section.matchAll(/^\| `([^`]+)` *\|([^|]*)\|([^|]*)\|/gm)].map(row =>
    row.slice(1).map(cell => cell.trim()),
  );
}

describe('resolutions of the root package.json', () => {
  it('are those of docs/supply-chain.md, in the same versions', () => {
    const { resolutions } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

    expect(Object.fromEntries(documentedResolutions())).toEqual(resolutions);
  });

  it('each have a reason', () => {
    expect(documentedResolutions().filter(([, , reason]) => !reason)).toEqual([]);
  });
});
