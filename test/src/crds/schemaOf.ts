import ts from 'typescript';
import { docstringOf, type ApiType, type ApiTypes } from './readApiTypes';
import type { Marker } from './parseDocstring';

/** An OpenAPI v3 schema as CustomResourceDefinitions have it. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a schema is made for. */
export interface SchemaContext {
  readonly types: ApiTypes;
  readonly version: string;
  /** False below `@noCel`: copies made by the engine are checked where people write the original. */
  readonly withRules: boolean;
}

interface Described {
  readonly description: string;
  readonly markers: readonly Marker[];
}

/**
 * Every marker and what it adds to the schema. Beside these: `@only` (versions that have the field), `@required`
 * (versions that require it, else the question mark says so), `@cel`/`@itemCel` with `@message` (validation rules of
 * the value, or of each item), `@items` (a marker for each item) and `@noCel`.
 */
const attributeOf: Readonly<Record<string, (value: string) => Schema>> = {
  format: value => ({ format: value }),
  default: value => ({ default: JSON.parse(value) }),
  enum: value => ({ enum: JSON.parse(value) }),
  minimum: value => ({ minimum: Number(value) }),
  maximum: value => ({ maximum: Number(value) }),
  minLength: value => ({ minLength: Number(value) }),
  maxLength: value => ({ maxLength: Number(value) }),
  minItems: value => ({ minItems: Number(value) }),
  maxItems: value => ({ maxItems: Number(value) }),
  minProperties: value => ({ minProperties: Number(value) }),
  maxProperties: value => ({ maxProperties: Number(value) }),
  pattern: value => ({ pattern: value }),
  listType: value => ({ 'x-kubernetes-list-type': value }),
  listMapKey: value => ({ 'x-kubernetes-list-map-keys': [value] }),
  mapType: value => ({ 'x-kubernetes-map-type': value }),
  intOrString: () => ({ 'x-kubernetes-int-or-string': true }),
  embeddedResource: () => ({ 'x-kubernetes-embedded-resource': true }),
  preserveUnknown: () => ({ 'x-kubernetes-preserve-unknown-fields': true }),
};
const STEERING = new Set(['only', 'required', 'cel', 'itemCel', 'message', 'items', 'noCel']);

/** Schema of a named type, with all fields of the version. */
export function schemaOf(name: string, context: SchemaContext): Schema {
  const type = context.types.get(name);
  if (!type) throw new Error(`no type ${name} in the API folder`);
  return schemaOfNamed(type, { description: '', markers: [] }, context);
}

/** Schema of one field of an interface, for the fields of a whole object. */
export function fieldSchema(name: string, field: string, context: SchemaContext): Schema | undefined {
  const member = membersOf(name, context.types).find(candidate => candidate.name === field);
  return member && schemaOfMember(member, context);
}

/** The fields of an interface, in the order of its text. */
export const fieldsOf = (name: string, types: ApiTypes) =>
  membersOf(name, types).map(field => ({ name: field.name, isRequired: !field.isOptional }));

/** Rules of an interface as a whole. */
export const rulesOf = (name: string, types: ApiTypes) => readRules(types.get(name)!.doc.markers, 'cel');

interface Member extends Described {
  readonly name: string;
  readonly type: ts.TypeNode;
  readonly isOptional: boolean;
}

function membersOf(name: string, types: ApiTypes): Member[] {
  const type = types.get(name);
  if (!type || !ts.isInterfaceDeclaration(type.node)) throw new Error(`${name} is no interface of the API`);
  const inherited = (type.node.heritageClauses ?? []).flatMap(clause =>
    clause.types.flatMap(parent => membersOf(parent.expression.getText(type.source), types)),
  );
  const own = type.node.members.filter(ts.isPropertySignature).map(node => toMember(node, type));
  return [...inherited.filter(field => !own.some(narrower => narrower.name === field.name)), ...own];
}

function toMember(node: ts.PropertySignature, owner: ApiType): Member {
  if (!node.type) throw new Error(`${owner.name}.${node.name.getText(owner.source)} has no type`);
  return {
    name: node.name.getText(owner.source),
    type: node.type,
    isOptional: node.questionToken !== undefined,
    ...docstringOf(node, owner.source),
  };
}

function schemaOfMember(member: Member, context: SchemaContext): Schema {
  const withRules = context.withRules && !member.markers.some(marker => marker.name === 'noCel');
  return schemaOfNode(member.type, member, { ...context, withRules });
}

function schemaOfNamed(type: ApiType, use: Described, context: SchemaContext): Schema {
  const merged: Described = {
    description: use.description || type.doc.description,
    markers: [...type.doc.markers, ...use.markers],
  };
  if (ts.isTypeAliasDeclaration(type.node)) return schemaOfNode(type.node.type, merged, context);
  const members = membersOf(type.name, context.types).filter(member => isServed(member, context.version));
  const properties = members
    .map(member => [member.name, schemaOfMember(member, context)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const required = members.filter(member => isRequired(member, context.version)).map(member => member.name);
  return withAttributes(
    {
      type: 'object',
      ...(required.length > 0 && { required: required.sort() }),
      properties: Object.fromEntries(properties),
    },
    merged,
    context,
  );
}

function schemaOfNode(node: ts.TypeNode, use: Described, context: SchemaContext): Schema {
  const has = (name: string) => use.markers.some(marker => marker.name === name);
  // Any value at all: it has no type, and no rule can read it.
  if (has('preserveUnknown') && node.kind === ts.SyntaxKind.UnknownKeyword)
    return withAttributes({}, use, context);
  if (has('preserveUnknown')) return withAttributes({ type: 'object' }, use, context);
  if (ts.isTypeOperatorNode(node)) return schemaOfNode(node.type, use, context);
  if (ts.isArrayTypeNode(node)) {
    return withAttributes({ type: 'array', items: itemSchema(node.elementType, use, context) }, use, context);
  }
  if (ts.isTypeReferenceNode(node)) return schemaOfReference(node, use, context);
  if (ts.isParenthesizedTypeNode(node)) return schemaOfNode(node.type, use, context);
  if (ts.isIndexedAccessTypeNode(node))
    return withAttributes({ type: 'string', enum: itemsOfList(node) }, use, context);
  if (has('intOrString')) return withAttributes({}, use, context);
  if (ts.isUnionTypeNode(node)) {
    return withAttributes({ type: 'string', enum: node.types.map(toLiteral) }, use, context);
  }
  if (ts.isLiteralTypeNode(node))
    return withAttributes({ type: 'string', enum: [toLiteral(node)] }, use, context);
  const type = PRIMITIVES.get(node.kind);
  if (!type) throw new Error(`cannot make a schema of ${node.getText()}`);
  return withAttributes({ type }, use, context);
}

const PRIMITIVES = new Map([
  [ts.SyntaxKind.StringKeyword, 'string'],
  [ts.SyntaxKind.NumberKeyword, 'integer'],
  [ts.SyntaxKind.BooleanKeyword, 'boolean'],
]);

function schemaOfReference(node: ts.TypeReferenceNode, use: Described, context: SchemaContext): Schema {
  const name = node.typeName.getText();
  const [first, second] = node.typeArguments ?? [];
  if (name === 'Readonly') return schemaOfNode(first, use, context);
  if (name === 'Record') {
    return withAttributes(
      { type: 'object', additionalProperties: itemSchema(second, use, context) },
      use,
      context,
    );
  }
  const type = context.types.get(name);
  if (!type) throw new Error(`no type ${name} in the API folder`);
  return schemaOfNamed(type, use, context);
}

/** `@items` markers of a list or map are attributes of what it holds, `@itemCel` its rules. */
function itemSchema(node: ts.TypeNode, use: Described, context: SchemaContext): Schema {
  const markers = use.markers.flatMap((marker, i): Marker[] => {
    if (marker.name === 'items') {
      const [, name, value] = /^(\w+)\s*(.*)$/.exec(marker.value)!;
      return [{ name, value }];
    }
    return marker.name === 'itemCel' ? [{ ...marker, name: 'cel' }, use.markers[i + 1]] : [];
  });
  return schemaOfNode(node, { description: '', markers }, context);
}

/** Markers that come later (of the use) win over earlier ones (of the type), those of the version over all. */
function withAttributes(base: Schema, use: Described, context: SchemaContext): Schema {
  const counting = use.markers.filter(({ versions }) => !versions || versions.includes(context.version));
  const general = counting.filter(marker => !marker.versions);
  const ofVersion = counting.filter(marker => marker.versions);
  const attributes = [...general, ...ofVersion].map(({ name, value }): Schema => {
    if (STEERING.has(name)) return {};
    if (!attributeOf[name]) throw new Error(`unknown marker @${name} at "${use.description}"`);
    return attributeOf[name](value);
  });
  const rules = context.withRules ? readRules(use.markers, 'cel') : [];
  return {
    ...(use.description && { description: use.description }),
    ...base,
    ...Object.assign({}, ...attributes),
    ...(rules.length > 0 && { 'x-kubernetes-validations': rules }),
  };
}

function readRules(markers: readonly Marker[], name: 'cel'): Schema[] {
  return markers.flatMap((marker, i) => {
    if (marker.name !== name) return [];
    const message = markers[i + 1];
    if (message?.name !== 'message') throw new Error(`@cel ${marker.value} needs a @message right after it`);
    return [{ rule: marker.value, message: message.value }];
  });
}

function isServed(member: Member, version: string): boolean {
  const only = member.markers.find(marker => marker.name === 'only');
  return !only || only.value.split(/\s+/).includes(version);
}

function isRequired(member: Member, version: string): boolean {
  return (
    !member.isOptional ||
    member.markers.some(({ name, versions }) => name === 'required' && versions?.includes(version))
  );
}

/** The texts of `(typeof LIST)[number]`, where `LIST` is a constant of the same file. */
function itemsOfList(node: ts.IndexedAccessTypeNode): string[] {
  const query = ts.isParenthesizedTypeNode(node.objectType) ? node.objectType.type : node.objectType;
  const name = ts.isTypeQueryNode(query) ? query.exprName.getText() : undefined;
  const declared = node
    .getSourceFile()
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find(declaration => declaration.name.getText() === name);
  let list = declared?.initializer;
  while (list && (ts.isAsExpression(list) || ts.isSatisfiesExpression(list))) list = list.expression;
  if (!list || !ts.isArrayLiteralExpression(list) || !list.elements.every(ts.isStringLiteral))
    throw new Error(`only a list of texts in the same file can be an enum, not ${node.getText()}`);
  return list.elements.map(element => (element as ts.StringLiteral).text);
}

function toLiteral(node: ts.TypeNode): string {
  if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) return node.literal.text;
  throw new Error(`only unions of texts can be an enum, not ${node.getText()}`);
}
