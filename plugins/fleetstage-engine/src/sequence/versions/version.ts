import { failure, ok, type Result } from '@fleetstage/backstage-plugin-fleetstage-common';

/** A minor version, which all its patches share. */
export interface KubeMinor {
  readonly major: number;
  readonly minor: number;
}

/** A full version of Kubernetes as a provider names it (E/KD-013). */
export interface KubeVersion extends KubeMinor {
  readonly patch: number;
  /** What follows the patch, with its separator: `-gke.1150000`, `+rke2r1`; empty where nothing does. */
  readonly suffix: string;
}

const MAX_LENGTH = 64;
const NUMBER = '(0|[1-9][0-9]{0,8})';
const VERSION = new RegExp(`^v?${NUMBER}\\.${NUMBER}\\.${NUMBER}([-+][0-9A-Za-z.+-]+)?$`);
const MINOR = new RegExp(`^v?${NUMBER}\\.${NUMBER}$`);

/**
 * Reads a full version; a leading `v` does not count (D/RS-010, D/PRV-013).
 *
 *     v1.30.14 → 1.30.14     1.30.14-gke.1150000     v1.31.2+rke2r1     1.30 → error: it has no patch
 */
export function parseVersion(text: string): Result<KubeVersion> {
  const known = versions.get(text);
  if (known !== undefined) return known;
  const parsed = readVersion(text);
  if (versions.size >= MOST_VERSIONS) versions.clear();
  versions.set(text, parsed);
  return parsed;
}

/** Ten thousand clusters have few versions among them. */
const MOST_VERSIONS = 1000;
const versions = new Map<string, Result<KubeVersion>>();

function readVersion(text: string): Result<KubeVersion> {
  const match = text.length <= MAX_LENGTH ? VERSION.exec(text) : null;
  if (match === null) return failure(`"${text}" is not a version with a patch, such as 1.30.14`);
  const [, major, minor, patch, suffix = ''] = match;
  return ok({ major: Number(major), minor: Number(minor), patch: Number(patch), suffix });
}

/** Reads a minor: `1.30` or `v1.30`. */
export function parseMinor(text: string): Result<KubeMinor> {
  const match = text.length <= MAX_LENGTH ? MINOR.exec(text) : null;
  if (match === null) return failure(`"${text}" is not a minor version, such as 1.30`);
  return ok({ major: Number(match[1]), minor: Number(match[2]) });
}

/** Without `v`: `1.30.14-gke.1150000`. */
export const formatVersion = (version: KubeVersion) =>
  `${formatMinor(version)}.${version.patch}${version.suffix}`;

/** With `v`, for providers that want it (E/KD-013). */
export const formatWithV = (version: KubeVersion) => `v${formatVersion(version)}`;

/** `1.30`; of a full version, its minor. */
export const formatMinor = ({ major, minor }: KubeMinor) => `${major}.${minor}`;
