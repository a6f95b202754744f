import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parseDocstring, type Docstring } from './parseDocstring';

/** An interface or a type alias of the API folder, as written. */
export interface ApiType {
  readonly name: string;
  readonly doc: Docstring;
  readonly node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration;
  readonly source: ts.SourceFile;
}

export type ApiTypes = ReadonlyMap<string, ApiType>;

/** All types of a folder of TypeScript sources; syntax only, so that the result depends on nothing but the text. */
export function readApiTypes(folder: string): ApiTypes {
  const types = new Map<string, ApiType>();
  for (const file of readdirSync(folder)
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()) {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(folder, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    for (const node of source.statements) {
      if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) continue;
      const name = node.name.text;
      if (types.has(name)) throw new Error(`${file}: the type ${name} exists twice`);
      types.set(name, { name, doc: docstringOf(node, source), node, source });
    }
  }
  return types;
}

/** The docstring right before a declaration or a property, on the same line or not. */
export function docstringOf(node: ts.Node, source: ts.SourceFile): Docstring {
  const start = node.getFullStart();
  // To TypeScript, what follows `{` or `;` on their line belongs to them; here a marker must never be lost.
  const ranges = [
    ...(ts.getTrailingCommentRanges(source.text, start) ?? []),
    ...(ts.getLeadingCommentRanges(source.text, start) ?? []),
  ];
  const comments = ranges.map(({ pos, end }) => source.text.slice(pos, end));
  return parseDocstring(comments.filter(text => text.startsWith('/**')).pop() ?? '');
}
