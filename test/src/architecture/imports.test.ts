import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { deciders, importTable, mayDecide, packagesOfFloors, type ImportRule } from './importTable';

const root = path.resolve(__dirname, '../../..');

interface SourceFile {
  readonly file: string;
  readonly imports: readonly { readonly target: string; readonly line: number }[];
}

const isTest = (file: string) =>
  /\.(test|testing|types)\.tsx?$|\/setupTests\.ts$|\/testing\/|__fixtures__|__testUtils__/.test(file);

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(node_modules|dist.*|\..*)$/.test(entry.name) ? [] : sourceFiles(file);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [file] : [];
  });
}

const packageFolders = new Map<string, string>(
  ['plugins', 'packages'].flatMap(parent =>
    readdirSync(path.join(root, parent)).map(name => {
      const manifest = JSON.parse(readFileSync(path.join(root, parent, name, 'package.json'), 'utf8'));
      return [manifest.name, `${parent}/${name}`] as const;
    }),
  ),
);

/** A file of ours (`plugins/…/x.ts`), a package folder's root file, or the name of an external package. */
function resolveImport(from: string, specifier: string, known: ReadonlySet<string>): string {
  if (specifier.startsWith('.')) {
    const base = path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
    return [`${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find(file => known.has(file)) ?? base;
  }
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const folder = packageFolders.get(name);
  return folder === undefined ? specifier : `${folder}/src/index.ts`;
}

const parse = (file: string) =>
  ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);

function readImports(file: string, known: ReadonlySet<string>): SourceFile {
  const source = parse(file);
  const imports: { target: string; line: number }[] = [];
  source.forEachChild(node => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return;
    if (node.moduleSpecifier === undefined || !ts.isStringLiteral(node.moduleSpecifier)) return;
    imports.push({
      target: resolveImport(file, node.moduleSpecifier.text, known),
      line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    });
  });
  return { file, imports };
}

const known = new Set([...sourceFiles('plugins'), ...sourceFiles('packages')]);
const graph = new Map([...known].map(file => [file, readImports(file, known)] as const));

const ENGINE_INDEX = 'plugins/fleetstage-engine/src/index.ts';

/** Names of the engine's index, with the file that declares each. */
const declaredIn = new Map<string, string>();
parse(ENGINE_INDEX).forEachChild(node => {
  if (!ts.isExportDeclaration(node) || node.moduleSpecifier === undefined) return;
  if (!ts.isStringLiteral(node.moduleSpecifier)) return;
  const file = resolveImport(ENGINE_INDEX, node.moduleSpecifier.text, known);
  if (node.exportClause && ts.isNamedExports(node.exportClause))
    for (const { name } of node.exportClause.elements) declaredIn.set(name.text, file);
});

const inFolder = (target: string, folder: string) => target === folder || target.startsWith(`${folder}/`);
const matches = (target: string, pattern: string) =>
  pattern.endsWith('*')
    ? target.startsWith(pattern.slice(0, -1))
    : target === pattern || inFolder(target, pattern) || target.startsWith(`${pattern}/`);

/** Shortest chain from a file to a forbidden target, for the message. */
function chainTo(start: string, forbidden: string): string[] | undefined {
  const queue: string[][] = [[start]];
  const seen = new Set([start]);
  for (let chain = queue.shift(); chain !== undefined; chain = queue.shift()) {
    for (const { target } of graph.get(chain[chain.length - 1])?.imports ?? []) {
      if (matches(target, forbidden)) return [...chain, target];
      if (seen.has(target) || !graph.has(target)) continue;
      seen.add(target);
      queue.push([...chain, target]);
    }
  }
  return undefined;
}

function directOffences(rule: ImportRule, { file, imports }: SourceFile): string[] {
  return imports.flatMap(({ target, line }) => {
    const ours = graph.has(target) || /^(plugins|packages)\//.test(target);
    if (ours) {
      const allowed =
        rule.folders === undefined || [rule.from, ...rule.folders].some(folder => inFolder(target, folder));
      return allowed ? [] : [`${file}:${line} → ${target}`];
    }
    const allowed = rule.packages === undefined || rule.packages.some(name => matches(target, name));
    return allowed ? [] : [`${file}:${line} → ${target}`];
  });
}

function offences(rule: ImportRule): string[] {
  const files = [...graph.values()].filter(({ file }) => inFolder(file, rule.from) && !isTest(file));
  return files.flatMap(file => [
    ...directOffences(rule, file),
    ...(rule.never ?? []).flatMap(forbidden => {
      if (forbidden.startsWith('direct:')) {
        return file.imports
          .filter(({ target }) => inFolder(target, forbidden.slice('direct:'.length)))
          .map(({ target, line }) => `${file.file}:${line} → ${target}`);
      }
      const chain = chainTo(file.file, forbidden);
      return chain === undefined ? [] : [chain.join(' → ')];
    }),
  ]);
}

describe('who may import whom', () => {
  it.each(importTable.map(rule => ({ ...rule, name: rule.from })))('$name: $why', rule => {
    expect(offences(rule)).toEqual([]);
  });

  it('has no rule for a folder that is not there', () => {
    expect(
      importTable.filter(rule => ![...known].some(file => inFolder(file, rule.from))).map(rule => rule.from),
    ).toEqual([]);
  });

  it('has no index.ts but package roots, and entry points that are declared', () => {
    const deep = [...known].filter(
      file =>
        /\/index\.tsx?$/.test(file) &&
        !/^(plugins|packages)\/[^/]+\/src\/(index|testing\/index)\.tsx?$/.test(file),
    );
    expect(deep).toEqual([]);
  });

  it.each(packagesOfFloors)('has no two folders that import one another: %s', folder => {
    expect(pairsOf(`${folder}/src`)).toEqual([]);
  });

  it('has nobody mark keys but the page of who wakes whom', () => {
    const database = 'plugins/fleetstage-backend/src/database';
    const marking = [...graph.values()].filter(
      ({ file, imports }) =>
        !isTest(file) && imports.some(({ target }) => target === `${database}/queue/mark.ts`),
    );
    expect(marking.map(({ file }) => file)).toEqual([`${database}/wakes.ts`]);
  });

  it('has nobody decide but the passes: statuses, answers and pages read what they have kept', () => {
    const decides = /\b(decideRun|decidePlacement|decideRollout)\b/;
    const deciding = [...known].filter(
      file =>
        file.startsWith('plugins/fleetstage-backend/src/') &&
        !isTest(file) &&
        decides.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(deciding.filter(file => !file.includes('/reconcilers/'))).toEqual([]);
  });

  it('has no page and no answer judge what holds something: they read the rows', () => {
    const shown = [
      'plugins/fleetstage-engine/src/view',
      'plugins/fleetstage-backend/src/service',
      'plugins/fleetstage-backend/src/rest',
    ];
    const deciding = [...known]
      .filter(file => !isTest(file) && shown.some(folder => inFolder(file, folder)))
      .filter(file => namedImports(file).some(target => deciders.includes(target)));
    expect(deciding.sort()).toEqual(Object.keys(mayDecide).sort());
    expect(deciders.filter(file => !known.has(file))).toEqual([]);
  });

  it('has no import cycles inside a package', () => {
    expect(cycles()).toEqual([]);
  });
});

/** The files that a file's imports come from; of names that the engine's index passes on, where these are declared. */
function namedImports(file: string): string[] {
  const source = parse(file);
  const targets: string[] = [];
  source.forEachChild(node => {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return;
    const target = resolveImport(file, node.moduleSpecifier.text, known);
    const bindings = node.importClause?.namedBindings;
    const names = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
    targets.push(target);
    if (target !== ENGINE_INDEX) return;
    for (const { name, propertyName } of names)
      targets.push(declaredIn.get((propertyName ?? name).text) ?? target);
  });
  return targets;
}

/** Pairs of the folders of a package that import one another, a package's root files aside: they compose. */
function pairsOf(folder: string): string[] {
  const between = new Map<string, string>();
  const topOf = (file: string) => {
    const [top, below] = file.slice(folder.length + 1).split('/');
    return below === undefined ? undefined : `${folder}/${top}`;
  };
  for (const { file, imports } of graph.values()) {
    const from = inFolder(file, folder) && !isTest(file) ? topOf(file) : undefined;
    if (from === undefined) continue;
    for (const { target, line } of imports) {
      const to = inFolder(target, folder) ? topOf(target) : undefined;
      if (to !== undefined && to !== from) between.set(`${from} > ${to}`, `${file}:${line} → ${target}`);
    }
  }
  return [...between].sort().flatMap(([way, example]) => {
    const [from, to] = way.split(' > ');
    const back = between.get(`${to} > ${from}`);
    return back === undefined || from > to ? [] : [`${example} and ${back}`];
  });
}

/** Cycles of files, each listed once, starting at its smallest member. */
function cycles(): string[] {
  const found = new Set<string>();
  const state = new Map<string, 'open' | 'closed'>();
  const walk = (file: string, trail: string[]) => {
    state.set(file, 'open');
    for (const { target } of graph.get(file)?.imports ?? []) {
      if (!graph.has(target)) continue;
      if (state.get(target) === 'open') {
        const loop = [...trail, file].slice([...trail, file].indexOf(target));
        const first = loop.indexOf([...loop].sort()[0]);
        found.add([...loop.slice(first), ...loop.slice(0, first), loop[first]].join(' → '));
      } else if (!state.has(target)) walk(target, [...trail, file]);
    }
    state.set(file, 'closed');
  };
  for (const file of [...graph.keys()].sort()) if (!state.has(file)) walk(file, []);
  return [...found];
}
