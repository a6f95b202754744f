import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { openapi } from './generated/openapi';

describe('the REST contract', () => {
  it('is what the router validates with', () => {
    expect(openapi).toEqual(parse(readFileSync(resolve(__dirname, 'openapi.yaml'), 'utf8')));
  });

  it('is what the types of the client were generated from', () => {
    const script = resolve(__dirname, '../../../../scripts/openapi.mjs');
    expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  }, 30_000);
});
