import { parseQuantity, subtractQuantities, toNumber } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

export interface Used {
  readonly used: number;
  readonly total: number;
  /** 0 to 1 */
  readonly share: number;
}

/** What of the allocatable is in use; nothing where the cluster does not report both. */
export function usedOf({ allocatable, available }: Schemas['Usage'] = {}): Used | undefined {
  if (allocatable === undefined || available === undefined) return undefined;
  const [all, free] = [parseQuantity(allocatable), parseQuantity(available)];
  if (!all.ok || !free.ok) return undefined;
  const total = toNumber(all.value);
  const used = Math.max(0, toNumber(subtractQuantities(all.value, free.value)));
  return total <= 0 ? undefined : { used, total, share: Math.min(1, used / total) };
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** Both in the unit of the total: `0.9` of `1.5 TiB`. */
export function bytesInWords({ used, total }: Used, locale?: string): { used: string; total: string } {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, total)) / 10)));
  const say = (bytes: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(bytes / 1024 ** power);
  return { used: say(used), total: `${say(total)} ${UNITS[power]}` };
}
