import type { KubeObject, ResourceType } from '../contracts';
import { printerFor } from './printers/printerFor';

export interface TableOptions {
  readonly includeObject: 'None' | 'Metadata' | 'Object';
  /** Of `meta.k8s.io`; default: v1. */
  readonly version?: 'v1beta1';
  readonly resourceVersion?: string;
  readonly remaining?: number;
  readonly continue?: string;
  /** Default: true. A stream names its columns once. */
  readonly withColumns?: boolean;
  /** Milliseconds since the epoch; ages are counted from here. */
  readonly now: number;
}

/** Only name, labels and the other metadata. */
export const toPartialMetadata = ({ metadata }: KubeObject, version = 'v1'): KubeObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion: `meta.k8s.io/${version}`,
  metadata,
});

function included(object: KubeObject, { includeObject, version }: TableOptions): KubeObject | null {
  if (includeObject === 'None') return null;
  return includeObject === 'Object' ? object : toPartialMetadata(object, version);
}

/** Objects as kubectl shows them: a row each, cells by columns. */
export function toTable(type: ResourceType, objects: readonly KubeObject[], how: TableOptions): object {
  const printer = printerFor(type);
  const { resourceVersion, remaining, now } = how;
  const toRow = (object: KubeObject) => {
    const conditions = printer.conditions?.(object) ?? [];
    return {
      cells: printer.cells(object, now).map(cell => (cell === undefined ? '' : cell)),
      ...(conditions.length > 0 ? { conditions } : {}),
      object: included(object, how),
    };
  };
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${how.version ?? 'v1'}`,
    metadata: {
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(how.continue ? { continue: how.continue } : {}),
      ...(remaining ? { remainingItemCount: remaining } : {}),
    },
    columnDefinitions: how.withColumns === false ? null : printer.columns,
    rows: objects.length === 0 && printer.hasNoEmptyRows ? null : objects.map(toRow),
  };
}
