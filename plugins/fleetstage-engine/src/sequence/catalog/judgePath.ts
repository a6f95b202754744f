import { pass, refuse, type Verdict } from '../../decision';
import { compareVersions } from '../versions/compareVersions';
import { formatMinor, formatVersion, type KubeVersion } from '../versions/version';
import { designate, type DesignationQuestion } from './designate';
import type { SequenceChannel } from './sequenceChannel';

export interface PathQuestion extends DesignationQuestion {
  readonly target: KubeVersion;
  /** The channel of the cluster (`ownChannel`). */
  readonly own: string;
  /** A version that a user designated (`spec.target`) needs no path in the catalogue (D/VS-005). */
  readonly trigger: 'System' | 'User';
}

/**
 * Is the cluster on a designated upgrade path to the target (D/EL-008, E/RS-012)?
 *
 * The channel in force must designate the target, or a later version, for the cluster's version: a target that a newer one
 * has replaced goes on through later stages (D/RO-040), a target of another minor does not reach clusters whose own path
 * ends at a patch, and a target taken out of the catalogue starts no more cluster.
 */
export function judgePath(inForce: SequenceChannel, question: PathQuestion): Verdict<'ChannelMismatch'> {
  const { own, current, target, trigger } = question;
  const name = inForce.channel.name;
  const versions = `It runs ${formatVersion(current)}, the target is ${formatVersion(target)}`;
  if (inForce.source === 'Set' && own !== name)
    return refuse(
      'ChannelMismatch',
      `${versions} of channel ${name}, and the cluster is in channel ${own}; change its label fleetstage.io/channel, or upgrade it by hand`,
    );
  if (trigger === 'User') return pass;
  const { upgradeTypes: _, ...anyStep } = question;
  const designated = designate(inForce.channel, anyStep);
  if (designated !== undefined && compareVersions(designated, target) >= 0) return pass;
  const offer =
    designated === undefined || compareVersions(designated, current) <= 0
      ? 'no version'
      : `only ${formatVersion(designated)}`;
  return refuse(
    'ChannelMismatch',
    `${versions}, and channel ${name} designates ${offer} for it; add a target from ${formatMinor(current)} to the version catalog, or upgrade it by hand`,
  );
}
