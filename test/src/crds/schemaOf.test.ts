import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readApiTypes } from './readApiTypes';
import { schemaOf } from './schemaOf';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'api-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const schema = (source: string, version = 'v1') => {
  writeFileSync(join(folder, 'api.ts'), source);
  return schemaOf('Spec', { types: readApiTypes(folder), version, withRules: true });
};

describe('schemaOf', () => {
  it('takes type, requirement and description from the declaration', () => {
    const source = `
      interface Named { /** Its name (A/PL-001). */ readonly name: string }
      interface Spec extends Named {
        readonly counts?: readonly number[];
        readonly kinds?: Readonly<Record<string, 'A' | 'B'>>;
      }`;
    expect(schema(source)).toEqual({
      type: 'object',
      required: ['name'],
      properties: {
        name: { description: 'Its name.', type: 'string' },
        counts: { type: 'array', items: { type: 'integer' } },
        kinds: { type: 'object', additionalProperties: { type: 'string', enum: ['A', 'B'] } },
      },
    });
  });

  it('takes bounds and rules from markers, those of the field over those of its type', () => {
    const source = `
      /**
       * @intOrString
       * @pattern ^(a*\\/)?$
       */
      type Share = number | string;
      interface Spec {
        /**
         * @default 1
         * @pattern ^[0-9]+%$
         * @cel self != 0
         * @message spec.share must not be 0;
         *   raise it
         */
        readonly share?: Share;
        readonly other: Share;
      }`;
    expect(schema(source).properties).toEqual({
      share: {
        'x-kubernetes-int-or-string': true,
        'pattern': '^[0-9]+%$',
        'default': 1,
        'x-kubernetes-validations': [{ rule: 'self != 0', message: 'spec.share must not be 0; raise it' }],
      },
      other: { 'x-kubernetes-int-or-string': true, 'pattern': '^(a*/)?$' },
    });
  });

  it('takes the texts of an enum from a list in the same file', () => {
    const source = `
      const WORDS = ['A', 'B'] as const;
      export const MORE = ['C'] as const satisfies readonly string[];
      type Word = (typeof WORDS)[number];
      interface Spec { readonly word?: Word; readonly words?: readonly (typeof MORE)[number][] }`;
    expect(schema(source).properties).toEqual({
      word: { type: 'string', enum: ['A', 'B'] },
      words: { type: 'array', items: { type: 'string', enum: ['C'] } },
    });
  });

  it('takes a field that a type narrows from that type alone', () => {
    const source = `
      interface Item { readonly name: string; /** @maxLength 9 */ readonly text: string }
      interface Spec extends Item { /** @maxLength 5 */ readonly text: string }`;
    expect(schema(source)).toMatchObject({
      required: ['name', 'text'],
      properties: { text: { maxLength: 5 } },
    });
  });

  it('makes what a version has', () => {
    const source = `
      interface Spec {
        /** @only v1beta1 */
        readonly later?: string;
        /**
         * @default[v1] "x"
         * @required[v1alpha1]
         */
        readonly always?: string;
      }`;
    expect(schema(source, 'v1')).toMatchObject({ properties: { always: { default: 'x' } } });
    expect(schema(source, 'v1')).not.toHaveProperty('required');
    expect(schema(source, 'v1')).not.toHaveProperty('properties.later');
    expect(schema(source, 'v1alpha1')).toMatchObject({ required: ['always'], properties: { always: {} } });
    expect(schema(source, 'v1beta1')).toMatchObject({ properties: { later: { type: 'string' } } });
  });

  it('makes rules of items, and none below @noCel', () => {
    const source = `
      interface Item {
        /**
         * @cel self != ''
         * @message name must not be empty; set it
         */
        readonly name: string;
      }
      interface Spec {
        /**
         * @itemCel has(self.name)
         * @message name must be set; set it
         */
        readonly items: readonly Item[];
        /** @noCel */
        readonly copies: readonly Item[];
      }`;
    const rule = (text: string, message: string) => ({
      'x-kubernetes-validations': [{ rule: text, message }],
    });
    expect(schema(source)).toMatchObject({
      properties: {
        items: {
          items: {
            ...rule('has(self.name)', 'name must be set; set it'),
            properties: { name: rule(`self != ''`, 'name must not be empty; set it') },
          },
        },
      },
    });
    expect(JSON.stringify((schema(source).properties as Record<string, unknown>).copies)).not.toContain(
      'validations',
    );
  });

  it.each([
    {
      rule: 'a marker that it does not know',
      spec: '/** @maximun 3 */ a?: number',
      error: /unknown marker @maximun/,
    },
    { rule: 'a rule without a message', spec: '/** @cel true */ a?: number', error: /needs a @message/ },
    { rule: 'a type that is not in the folder', spec: 'a?: Missing', error: /no type Missing/ },
    { rule: 'a type that no schema can say', spec: 'a?: unknown', error: /cannot make a schema of unknown/ },
    {
      rule: 'a list that is not in the file',
      spec: 'a?: (typeof MISSING)[number]',
      error: /only a list of texts in the same file/,
    },
    { rule: 'a union that is no enum', spec: 'a?: string | number', error: /only unions of texts/ },
  ])('refuses $rule', ({ spec, error }) => {
    expect(() => schema(`interface Spec { ${spec} }`)).toThrow(error);
  });
});
