import type { KubeObject } from '../../contracts';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0: always shown; more: with `-o wide`. */
  readonly priority: number;
}

export interface RowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** How a kind is shown as rows of a table. */
export interface Printer {
  readonly columns: readonly Column[];
  /** An empty table has no rows at all instead of an empty list of them. */
  readonly hasNoEmptyRows?: boolean;
  cells(object: KubeObject, now: number): readonly unknown[];
  conditions?(object: KubeObject): readonly RowCondition[];
}

/**
 * `Ready` is text, `Desired:integer` has a type, a `*` at the end is for `-o wide`. `Name` is what kubectl takes
 * for the name.
 */
export function columns(...texts: readonly string[]): readonly Column[] {
  return texts.map(text => {
    const [name, type = 'string'] = text.replace(/\*$/, '').split(':');
    return {
      name,
      type,
      format: name === 'Name' ? 'name' : '',
      description: '',
      priority: text.endsWith('*') ? 1 : 0,
    };
  });
}
