import {
  toRfc3339,
  UPGRADE_TYPES,
  type CatalogChannel,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { formatMinor, formatVersion } from '../versions/version';
import type { ResolvedCatalog } from './catalog';

/** The channels in force, as the status of a catalogue has them (E/VC-006). */
export const showChannels = ({ channels }: ResolvedCatalog): readonly CatalogChannel[] =>
  channels.map(({ name, targets }) => ({
    name,
    targets: targets.map(({ from, to, availableFrom, upgradeTypes }) => ({
      from: from.kind === 'Minor' ? formatMinor(from.minor) : formatVersion(from.version),
      to: formatVersion(to),
      ...(availableFrom !== undefined && { availableFrom: toRfc3339(availableFrom) }),
      ...(upgradeTypes.length < UPGRADE_TYPES.length && { upgradeTypes }),
    })),
  }));
