import { failure, ok, type Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import type { ResolvedCatalog, ResolvedChannel } from './catalog';

/** The channel whose targets a sequence rolls out (E/RS-012, RS-031). */
export interface SequenceChannel {
  readonly channel: ResolvedChannel;
  /** Set in the spec, or computed: the most conservative one of its clusters. */
  readonly source: 'Set' | 'Computed';
  /** Channels of its clusters, by the order of the catalogue; more than one is the warning MixedChannels (D/RS-042). */
  readonly present: readonly string[];
  /** Labels of clusters that name no channel of the catalogue, by name. */
  readonly unknown: readonly string[];
}

/** What names a channel. */
export interface ChannelNames {
  /** `spec.channel` of the sequence. */
  readonly set?: string;
  /** The label of each cluster of the sequence; `undefined` where it has none. */
  readonly ofClusters: readonly (string | undefined)[];
}

/**
 * The channel in force (D/VS-002, E/RS-012, RS-031).
 *
 *     set: Regular → Regular                      whatever clusters say
 *     clusters Regular, Stable, none → Stable     the most conservative one; without a label, the catalogue's last
 *     set: Fast, which is not there → ChannelNotFound
 */
export function sequenceChannel(catalog: ResolvedCatalog, names: ChannelNames): Result<SequenceChannel> {
  const { channels } = catalog;
  const last = channels.at(-1);
  if (last === undefined) return failure('The version catalog has no channel; add one');
  const own = names.ofClusters.map(label => ownChannel(catalog, names.set, label));
  const present = channels.filter(({ name }) => own.includes(name));
  const known = new Set(channels.map(({ name }) => name));
  const unknown = [...new Set(own)].filter(name => !known.has(name)).sort(compareText);
  const seen = { present: present.map(({ name }) => name), unknown };
  if (names.set === undefined) return ok({ channel: present.at(-1) ?? last, source: 'Computed', ...seen });
  const channel = channels.find(({ name }) => name === names.set);
  if (channel === undefined)
    return failure(
      `Channel "${names.set}" is not in the version catalog, which has ${channels.map(({ name }) => name).join(', ')}; correct spec.channel`,
    );
  return ok({ channel, source: 'Set', ...seen });
}

/** The channel of a cluster: its label, else the sequence's, else the catalogue's last (E/FL-003). */
export const ownChannel = (
  catalog: ResolvedCatalog,
  set: string | undefined,
  label: string | undefined,
): string => label ?? set ?? catalog.channels.at(-1)?.name ?? '';
