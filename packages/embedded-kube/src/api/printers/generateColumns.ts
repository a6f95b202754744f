/**
 * Writes columnTexts.json from a running kube-apiserver: what its tables say of their columns. Run by hand when a newer
 * Kubernetes is to be imitated:
 *
 *   node --require @backstage/cli/config/nodeTransform.cjs packages/embedded-kube/src/api/printers/generateColumns.ts
 *
 * It asks the address that follows; by default, where `kubectl proxy` serves.
 */
import { writeFileSync } from 'node:fs';
import { besideSources } from '../../besideSources';
import { builtinTypes } from '../../schema/builtin';
import { apiVersionOf } from '../request';
import type { Column } from './Printer';

const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';
/** Columns of most kinds. */
const COMMON = ['Name', 'Age'];

interface Table {
  readonly columnDefinitions: readonly Column[];
}

async function ask(address: string, path: string): Promise<Table> {
  const answer = await fetch(address + path, { headers: { accept: TABLE } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Table;
}

async function generate(address: string): Promise<void> {
  const texts: Record<string, Record<string, string>> = { '*': {} };
  for (const type of builtinTypes().filter(({ verbs }) => verbs.includes('list'))) {
    const root = type.group === '' ? '/api' : '/apis';
    const { columnDefinitions } = await ask(address, `${root}/${apiVersionOf(type)}/${type.plural}`);
    const own: Record<string, string> = {};
    for (const { name, description } of columnDefinitions) {
      if (COMMON.includes(name)) texts['*'][name] ??= description;
      if (texts['*'][name] !== description) own[name] = description;
    }
    texts[`${type.group}/${type.kind}`] = own;
  }
  writeFileSync(besideSources('api', 'printers', 'columnTexts.json'), `${JSON.stringify(texts, null, 2)}\n`);
}

void generate(process.argv[2] ?? 'http://127.0.0.1:8001');
