import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Compares a transcript with `<folder>/__golden__/<name>.txt`. `UPDATE_GOLDEN=1` writes the file instead; a CI run
 * refuses that, so that a change of behaviour is always seen in a review.
 */
export function expectGolden(folder: string, name: string, transcript: string): void {
  const file = path.join(folder, '__golden__', `${name}.txt`);
  if (process.env.UPDATE_GOLDEN === '1') {
    if (process.env.CI) throw new Error('golden transcripts are not rewritten in CI');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, transcript);
    return;
  }
  if (!existsSync(file)) throw new Error(`${file} is missing: run once with UPDATE_GOLDEN=1`);
  expect(transcript).toBe(readFileSync(file, 'utf8'));
}
