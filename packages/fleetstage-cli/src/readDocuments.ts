import { isJsonObject, kubectlYaml, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LineCounter, parseAllDocuments, type Document } from 'yaml';
import { UserError } from './UserError';

/** An object with the place that it comes from, for messages. */
export interface Found {
  readonly object: KubeObject;
  readonly from: string;
}

const MANIFEST = /\.(ya?ml|json)$/;
const STDIN = 0;

/** The objects of a file, of all files below a folder, or of the standard input; lists are taken apart. */
export function readDocuments(path: string): Found[] {
  if (path === '-') return parse(readFileSync(STDIN, 'utf8'), 'stdin');
  return filesOf(path).flatMap(file => parse(readFileSync(file, 'utf8'), file));
}

function filesOf(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new UserError(`${path} does not exist`);
  if (!found.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter(name => MANIFEST.test(name))
    .sort()
    .map(name => join(path, name))
    .filter(file => statSync(file).isFile());
}

function parse(text: string, from: string): Found[] {
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, { ...kubectlYaml, lineCounter });
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document, at) => {
    const [error] = document.errors;
    if (error !== undefined) {
      const { line, col } = lineCounter.linePos(error.pos[0]);
      throw new UserError(`${from} is no YAML: line ${line}, column ${col}: ${error.code}`);
    }
    const where = `${from}, document ${at + 1}`;
    const value = valueOf(document, where);
    return value === null ? [] : objectsOf(value, where);
  });
}

/** The parser's message may repeat a value of a Secret, so that messages name places alone. */
function valueOf(document: Pick<Document, 'toJS'>, where: string): unknown {
  try {
    return document.toJS();
  } catch {
    throw new UserError(`${where} has an alias without its anchor, or too many aliases`);
  }
}

function objectsOf(value: unknown, from: string): Found[] {
  if (!isJsonObject(value) || typeof value.kind !== 'string' || typeof value.apiVersion !== 'string')
    throw new UserError(`${from} is no Kubernetes object: it has no apiVersion and kind`);
  if (value.kind === 'List' && Array.isArray(value.items))
    return value.items.flatMap(item => objectsOf(item, from));
  if (!isJsonObject(value.metadata) || typeof value.metadata.name !== 'string')
    throw new UserError(`${from}: ${value.kind} has no metadata.name`);
  return [{ object: value as unknown as KubeObject, from }];
}
