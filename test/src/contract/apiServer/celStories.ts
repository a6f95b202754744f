import type { Api } from './Api';
import { define, definition, version, widget, widgets, type Fields } from './customKinds';
import type { Add } from './suite';

export const text = { type: 'string', maxLength: 20 };
export const whole = { type: 'integer' };

export interface Rule {
  readonly rule: string;
  readonly [field: string]: unknown;
}

export const ruled = (schema: Fields, ...rules: readonly (string | Rule)[]) => ({
  ...schema,
  'x-kubernetes-validations': rules.map(rule => (typeof rule === 'string' ? { rule } : rule)),
});
export const objectOf = (properties: Fields, more: Fields = {}) => ({ type: 'object', properties, ...more });
export const listOf = (items: Fields, more: Fields = {}) => ({ type: 'array', maxItems: 5, items, ...more });
export const mapOf = (items: Fields) => ({ type: 'object', maxProperties: 5, additionalProperties: items });
export const byKey = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] };

/** A schema, an object that is created, and what its spec becomes, one after the other. */
export function story(
  add: Add,
  says: string,
  schema: Fields,
  first: Fields | undefined,
  ...next: readonly Fields[]
): void {
  add(says, async api => {
    await define(api, definition(api, { versions: [version('v1', schema)] }));
    await api.post(widgets(api), widget(api, 'one', first === undefined ? {} : { spec: first }));
    for (const spec of next) await replaceSpec(api, spec);
  });
}

export async function replaceSpec(api: Api, spec: Fields): Promise<void> {
  const { body } = await api.quietly('GET', widgets(api, 'one'));
  await api.put(widgets(api, 'one'), { ...body, spec });
}
