import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  description?: string;
  license?: unknown;
  licenses?: unknown;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  resolutions?: Record<string, string>;
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

function* packageFolders(modules: string): Generator<string> {
  if (!existsSync(modules)) return;
  for (const entry of readdirSync(modules, { withFileTypes: true })) {
    // A symbolic link is a workspace, which is read where it is.
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const folder = path.join(modules, entry.name);
    if (entry.name.startsWith('@')) yield* packageFolders(folder);
    else {
      yield folder;
      yield* packageFolders(path.join(folder, 'node_modules'));
    }
  }
}

/** The manifests below the `node_modules` of these folders, by `name@version`. */
export function readInstalled(folders: string[]): Map<string, Manifest> {
  const found = new Map<string, Manifest>();
  for (const base of folders) {
    for (const folder of packageFolders(path.join(base, 'node_modules'))) {
      if (!existsSync(path.join(folder, 'package.json'))) continue;
      const manifest = readManifest(folder);
      found.set(`${manifest.name}@${manifest.version}`, manifest);
    }
  }
  return found;
}

/**
 * The licence a manifest declares, as an SPDX expression where the author wrote one. Reads the two forms of the time
 * before SPDX too: `{ type }`, and a list of those, of which the user may choose. Undefined where nothing is declared.
 */
export function declaredLicence({
  license,
  licenses,
}: Pick<Manifest, 'license' | 'licenses'>): string | undefined {
  const one = (value: unknown): string | undefined => {
    if (typeof value === 'string') return value.trim() || undefined;
    const type = (value as { type?: unknown } | null | undefined)?.type;
    return typeof type === 'string' ? type : undefined;
  };
  const declared = one(license);
  if (declared) return declared;
  const list = [license, licenses].find(Array.isArray) as unknown[] | undefined;
  const choice = (list ?? [licenses]).map(one).filter(each => each !== undefined);
  if (choice.length === 0) return undefined;
  return choice.length === 1 ? choice[0] : `(${choice.join(' OR ')})`;
}
