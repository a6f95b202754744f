import type { OpenApiSchema } from '../contracts';
import { hasField, isDeepEqual, isObject, type JsonObject } from './jsonValues';

export const isMapList = (schema: OpenApiSchema) => schema['x-kubernetes-list-type'] === 'map';

/** The keys that name an item of a list of type map, with the defaults of absent keys. */
function itemKey(schema: OpenApiSchema, item: JsonObject): string {
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []) as readonly string[];
  return JSON.stringify(
    keys.map(key => (hasField(item, key) ? item[key] : schema.items?.properties?.[key]?.default)),
  );
}

/**
 * A value together with the one in its place before an update. Fields are correlated by name, items of lists of type map by
 * their keys; items of other lists by nothing, since they have no identity.
 */
export class Correlation {
  #isEqual: boolean | undefined;
  #oldItems: ReadonlyMap<string, unknown> | undefined;

  constructor(
    readonly value: unknown,
    readonly old: unknown,
    readonly schema: OpenApiSchema,
  ) {}

  isUnchanged(): boolean {
    return (this.#isEqual ??= isDeepEqual(this.value, this.old));
  }

  field(name: string, schema: OpenApiSchema): Correlation | undefined {
    if (!isObject(this.value) || !isObject(this.old) || !hasField(this.old, name)) return undefined;
    return new Correlation(this.value[name], this.old[name], schema);
  }

  item(index: number): Correlation | undefined {
    if (!Array.isArray(this.value) || !isMapList(this.schema)) return undefined;
    const item: unknown = this.value[index];
    const old = isObject(item) ? this.oldItems().get(itemKey(this.schema, item)) : undefined;
    return old === undefined ? undefined : new Correlation(item, old, this.schema.items ?? {});
  }

  private oldItems(): ReadonlyMap<string, unknown> {
    if (!this.#oldItems) {
      const items = Array.isArray(this.old) ? this.old.filter(isObject) : [];
      this.#oldItems = new Map(items.map(item => [itemKey(this.schema, item), item]));
    }
    return this.#oldItems;
  }
}
