/**
 * Writes protobufFields.json from the Go sources of a Kubernetes version, whose struct tags describe both encodings; run by
 * hand when a newer Kubernetes is to be imitated:
 *
 *   node --require @backstage/cli/config/nodeTransform.cjs packages/embedded-kube/src/http/protobuf/generateFields.ts \
 *     "$(go env GOMODCACHE)/k8s.io" v0.36.3
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { besideSources } from '../../besideSources';
import { builtinTypes } from '../../schema/builtin';
import { PROTOBUF_FILE, type ProtobufDocument, type ProtobufField } from './fields';

const MODULES = ['api', 'apimachinery', 'apiextensions-apiserver'];
/** What clients send besides objects of the built-in kinds. */
const EXTRA_ROOTS = [
  'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions',
  'io.k8s.api.autoscaling.v1.Scale',
  'io.k8s.api.policy.v1.Eviction',
  'io.k8s.api.authentication.v1.TokenRequest',
];
const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  bool: 'bool',
  int: 'int',
  int32: 'int',
  int64: 'int',
  byte: 'byte',
  float64: 'double',
};

interface GoFile {
  readonly path: string;
  /** Name of the package in the file → its path. */
  readonly imports: ReadonlyMap<string, string>;
  readonly text: string;
}

type Definition =
  | { readonly kind: 'struct'; readonly file: GoFile; readonly body: string }
  | { readonly kind: 'alias'; readonly file: GoFile; readonly target: string };

class GoSources {
  private readonly packages = new Map<string, ReadonlyMap<string, Definition>>();

  constructor(
    private readonly root: string,
    private readonly version: string,
  ) {}

  find(packagePath: string, name: string): Definition | undefined {
    let known = this.packages.get(packagePath);
    if (!known) {
      known = this.read(packagePath);
      this.packages.set(packagePath, known);
    }
    return known.get(name);
  }

  private read(packagePath: string): ReadonlyMap<string, Definition> {
    const [module, ...rest] = packagePath.replace(/^k8s\.io\//, '').split('/');
    const folder = join(this.root, `${module}@${this.version}`, ...rest);
    const found = new Map<string, Definition>();
    if (!MODULES.includes(module) || !existsSync(folder)) return found;
    for (const name of readdirSync(folder).filter(
      each => each.endsWith('.go') && !each.endsWith('_test.go'),
    )) {
      const file = readGoFile(packagePath, readFileSync(join(folder, name), 'utf8'));
      for (const [, typeName, body] of file.text.matchAll(/^type (\w+) struct ?\{(|\n[\s\S]*?^)\}$/gm))
        found.set(typeName, { kind: 'struct', file, body });
      for (const [, typeName, target] of file.text.matchAll(
        /^type (\w+) =?\s*((?:map\[|\[\]|\*|[\w.\]])+)\s*$/gm,
      ))
        if (!found.has(typeName)) found.set(typeName, { kind: 'alias', file, target });
    }
    return found;
  }
}

function readGoFile(path: string, text: string): GoFile {
  const imports = new Map<string, string>();
  for (const [, alias, target] of text.matchAll(/^(?:import)?\s+(\w+ )?"([\w./-]+)"$/gm)) {
    const last = target.split('/').pop() ?? '';
    imports.set(alias?.trim() || last, target);
  }
  return { path, imports, text };
}

/** `k8s.io/api/core/v1`, `Pod` → `io.k8s.api.core.v1.Pod`. */
const messageName = (packagePath: string, name: string) =>
  `${packagePath.replace(/^k8s\.io\//, 'io.k8s.').replaceAll('/', '.')}.${name}`;

class Generator {
  readonly messages: Record<string, Record<string, ProtobufField>> = {};
  readonly orders: Record<string, readonly string[]> = {};

  constructor(private readonly sources: GoSources) {}

  add(packagePath: string, name: string): string {
    const message = messageName(packagePath, name);
    if (this.messages[message]) return message;
    const fields: Record<string, ProtobufField> = {};
    this.messages[message] = fields;
    const definition = this.sources.find(packagePath, name);
    if (definition?.kind === 'struct') {
      const numbers = definition.body
        .split('\n')
        .map(line => this.addField(fields, line, definition.file))
        .filter(number => number !== undefined);
      if (numbers.join() !== Object.keys(fields).join())
        this.orders[message] = numbers.map(number => fields[number][0]);
    } else {
      // A named list is its own message in protobuf.
      fields['1'] = ['items', 'string', 'list'];
    }
    return message;
  }

  /** @returns its number, where the line is a field */
  private addField(fields: Record<string, ProtobufField>, line: string, file: GoFile): string | undefined {
    const parsed = /^\t(?:\w+\s+)?([\w.*[\]]+)\s+`(.*)`/.exec(line);
    const number = /protobuf:"\w+,(\d+),/.exec(parsed?.[2] ?? '')?.[1];
    if (!parsed || number === undefined) return undefined;
    const json = /json:"([^",]*)/.exec(parsed[2])?.[1] ?? '';
    if (json === '-') return undefined;
    fields[number] = [json, ...this.holds(parsed[1], file)];
    return number;
  }

  private holds(type: string, file: GoFile): [string, ProtobufField[2]] {
    const bare = type.replace(/^\*/, '');
    if (bare === '[]byte') return ['bytes', 'one'];
    const map = /^map\[[\w.]+\](.+)$/.exec(bare);
    if (map) return [this.nameOf(map[1], file), 'map'];
    if (bare.startsWith('[]')) return [this.nameOf(bare.slice(2), file), 'list'];
    const alias = this.resolve(bare, file);
    if (alias?.kind === 'alias' && alias.target.startsWith('map['))
      return this.holds(alias.target, alias.file);
    return [this.nameOf(bare, file), 'one'];
  }

  private nameOf(type: string, file: GoFile): string {
    if (type === '[]byte') return 'bytes';
    if (SCALARS[type]) return SCALARS[type];
    const [prefix, name] = type.includes('.') ? type.split('.') : ['', type];
    const packagePath = prefix === '' ? file.path : (file.imports.get(prefix) ?? '');
    const found = this.sources.find(packagePath, name);
    if (found?.kind === 'alias' && !found.target.startsWith('[]'))
      return this.nameOf(found.target, found.file);
    if (!found) throw new Error(`${type} in ${file.path} is defined nowhere`);
    return this.add(packagePath, name);
  }

  private resolve(type: string, file: GoFile): Definition | undefined {
    if (SCALARS[type]) return undefined;
    const [prefix, name] = type.includes('.') ? type.split('.') : ['', type];
    return this.sources.find(prefix === '' ? file.path : (file.imports.get(prefix) ?? ''), name);
  }
}

const [root, version] = process.argv.slice(2);
const generator = new Generator(new GoSources(root, version));
// Definitions hold schemas, whose encoding is irregular; their clients send JSON.
const kinds = builtinTypes().filter(({ kind }) => kind !== 'CustomResourceDefinition');
const roots = [...EXTRA_ROOTS, ...kinds.map(({ schema }) => (schema.root.$ref ?? '').split('/').pop() ?? '')];
for (const name of roots) {
  const parts = name.replace(/^io\.k8s\./, '').split('.');
  const kind = parts.pop() ?? '';
  generator.add(`k8s.io/${parts.join('/')}`, kind);
}
const document: ProtobufDocument = { messages: generator.messages, orders: generator.orders };
writeFileSync(besideSources(...PROTOBUF_FILE), `${JSON.stringify(document)}\n`);
