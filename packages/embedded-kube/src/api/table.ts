import type { KubeObject, ResourceType } from '../contracts';
import { printerFor } from './printers/printerFor';

export interface TableWish {
  readonly includeObject: 'None' | 'Metadata' | 'Object';
  readonly resourceVersion?: string;
  readonly remaining?: number;
  readonly continue?: string;
  /** Milliseconds since the epoch; ages are told from here. */
  readonly now: number;
}

/** Only name, labels and the rest of the metadata. */
export const toPartialMetadata = ({ metadata }: KubeObject): KubeObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion: 'meta.k8s.io/v1',
  metadata,
});

function included(object: KubeObject, how: TableWish['includeObject']): KubeObject | null {
  if (how === 'None') return null;
  return how === 'Object' ? object : toPartialMetadata(object);
}

/** Objects as kubectl shows them: a row each, cells by columns. */
export function toTable(type: ResourceType, objects: readonly KubeObject[], how: TableWish): object {
  const printer = printerFor(type);
  const { resourceVersion, remaining, includeObject, now } = how;
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: {
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(how.continue ? { continue: how.continue } : {}),
      ...(remaining ? { remainingItemCount: remaining } : {}),
    },
    columnDefinitions: printer.columns,
    rows: objects.map(object => {
      const conditions = printer.conditions?.(object) ?? [];
      return {
        cells: printer.cells(object, now),
        ...(conditions.length > 0 ? { conditions } : {}),
        object: included(object, includeObject),
      };
    }),
  };
}
