import { parse } from 'yaml';

/** A package as yarn.lock resolves it. A workspace's `version` is Yarn's placeholder; the true one is in its package.json. */
export interface LockedPackage {
  name: string;
  version: string;
  /** `name@npm:1.2.3` or `name@workspace:plugins/x`: unique in the lock. */
  resolution: string;
  /** Folder of a workspace relative to the root; undefined for a package of a registry. */
  workspace?: string;
  /** Name (of the import) to range, with the protocol. A workspace's development dependencies are among them. */
  dependencies: Record<string, string>;
  /** SHA-512 of the archive in Yarn's cache, which is not the tarball of the registry. */
  checksum?: string;
  /** Platforms it is installed on, such as `os=darwin & cpu=arm64`. */
  conditions?: string;
}

/** Finds the package that a dependency has been resolved to; throws where the lock lacks it. */
export type Resolve = (name: string, range: string) => LockedPackage;

export interface Lock {
  packages: LockedPackage[];
  resolve: Resolve;
}

interface LockEntry {
  version: string;
  resolution: string;
  dependencies?: Record<string, string>;
  checksum?: string;
  conditions?: string;
}

const RESOLUTION = /^(?<name>@?[^@]+)@(?<protocol>npm|workspace):(?<reference>.+)$/;

function toPackage(entry: LockEntry): LockedPackage {
  const parts = RESOLUTION.exec(entry.resolution)?.groups;
  if (!parts)
    throw new Error(`yarn.lock: the resolution "${entry.resolution}" is neither npm: nor workspace:`);
  return {
    name: parts.name,
    version: String(entry.version),
    resolution: entry.resolution,
    dependencies: entry.dependencies ?? {},
    ...(parts.protocol === 'workspace' && { workspace: parts.reference }),
    ...(entry.checksum && { checksum: entry.checksum.replace(/^.*\//, '') }),
    ...(entry.conditions && { conditions: entry.conditions }),
  };
}

/**
 * Reads a yarn.lock of Yarn 4.
 *
 * Yarn's built-in patches (`patch:…builtin<…>`) are left out: each is beside the npm entry it changes, with the
 * same name, version and dependencies.
 *
 * @param resolutions - `resolutions` of the root's package.json: they replace ranges before the lock is asked.
 */
export function readLock(text: string, resolutions: Record<string, string> = {}): Lock {
  const { __metadata: metadata, ...entries } = parse(text, { maxAliasCount: 0 }) as Record<string, LockEntry>;
  if (!metadata) throw new Error('yarn.lock: no "__metadata"; this reads the lock of Yarn 2 and newer only');
  const packages: LockedPackage[] = [];
  const byDescriptor = new Map<string, LockedPackage>();
  const byName = new Map<string, LockedPackage[]>();
  for (const [key, entry] of Object.entries(entries)) {
    if (entry.resolution.includes('builtin<')) continue;
    const locked = toPackage(entry);
    packages.push(locked);
    byName.set(locked.name, [...(byName.get(locked.name) ?? []), locked]);
    for (const descriptor of key.split(', ')) byDescriptor.set(descriptor, locked);
  }
  const resolve: Resolve = (name, range) => {
    const found =
      (resolutions[name] && byDescriptor.get(`${name}@npm:${resolutions[name]}`)) ||
      byDescriptor.get(`${name}@${range}`);
    if (found) return found;
    // A resolution for one parent only (`parent/name`) has a range that nobody asks for.
    const all = byName.get(name) ?? [];
    if (all.length === 1) return all[0];
    throw new Error(`yarn.lock has no entry for ${name}@${range}; run \`yarn install\` and commit the lock`);
  };
  return { packages, resolve };
}
