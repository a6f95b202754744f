import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
const PAGES = 'plugins/fleetstage/src';

/** Read YAML, or work on nodes of a document; any other name of the library may write it. */
const SAFE = /^(type .*|parse|parseDocument|LineCounter|is(?:Map|Seq|Scalar|Collection))?$/;

const sources = readdirSync(path.join(root, PAGES), { recursive: true, encoding: 'utf8' })
  .map(file => `${PAGES}/${file.split(path.sep).join('/')}`)
  .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

const writesYaml = (text: string) =>
  [...text.matchAll(/^import ([^;]*) from 'yaml';/gm)].some(([, names]) =>
    names
      .replace(/^\{([^}]*)\}$/, '$1')
      .split(',')
      .some(name => !SAFE.test(name.trim())),
  );

describe('YAML on pages', () => {
  it('is written by one renderer, so that all of it is safe to copy', () => {
    const writers = sources.filter(file => writesYaml(readFileSync(path.join(root, file), 'utf8')));
    expect(writers).toEqual([`${PAGES}/model/yaml.ts`]);
  });

  it.each([
    ["import { stringify } from 'yaml';", true],
    ["import {\n  isMap,\n  Document,\n} from 'yaml';", true],
    ["import YAML from 'yaml';", true],
    ["import * as yaml from 'yaml';", true],
    ["import { isMap, parseDocument, type Document } from 'yaml';", false],
  ])('%s', (text, writes) => {
    expect(writesYaml(text)).toBe(writes);
  });
});
