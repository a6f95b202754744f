import { compareText } from '../decision';

/** An object of a snapshot; `bytes` is absent where its content is lost. */
interface Sized {
  readonly namespace?: string | undefined;
  readonly bytes?: number | undefined;
}

export interface NamespaceSizeView {
  /** Absent for objects without a namespace. */
  namespace?: string;
  objects: number;
  bytes: number;
}

export interface SizesView {
  objects: number;
  bytes: number;
  namespaces: NamespaceSizeView[];
}

/**
 * What a snapshot holds, as a whole and by namespace: objects without one first, then by name.
 *
 *   Namespace shop, Service shop/web of 10, Service shop/api whose content is lost → 1 of 0 bytes; shop: 2 of 10 bytes
 */
export function sumSizes(resources: readonly Sized[]): SizesView {
  const byNamespace = new Map<string, { objects: number; bytes: number }>();
  for (const { namespace = '', bytes = 0 } of resources) {
    const sum = byNamespace.get(namespace) ?? { objects: 0, bytes: 0 };
    byNamespace.set(namespace, { objects: sum.objects + 1, bytes: sum.bytes + bytes });
  }
  return {
    objects: resources.length,
    bytes: resources.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
    namespaces: [...byNamespace]
      .sort(([a], [b]) => compareText(a, b))
      .map(([namespace, sum]) => ({ ...(namespace !== '' && { namespace }), ...sum })),
  };
}
