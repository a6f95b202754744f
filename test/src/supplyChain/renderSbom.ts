import { createHash } from 'node:crypto';
import { parseLicence } from './licenceExpression';
import { PERMISSIVE } from './judgeLicences';
import type { Lock, LockedPackage } from './readLock';

/** What the lock does not say about a package. */
export interface Facts {
  /** Of a workspace the one in its package.json. */
  version: string;
  licence?: string;
  description?: string;
  /** Whether it comes with what is published; all else builds and tests. */
  shipped: boolean;
  /** Whether a registry has it; a private workspace is on none. */
  registry: boolean;
}

export interface Component {
  'type': 'library' | 'application';
  'bom-ref': string;
  'group'?: string;
  'name': string;
  'version': string;
  'description'?: string;
  'scope': 'required' | 'excluded';
  'licenses'?: Array<{ license: { id: string } | { name: string } } | { expression: string }>;
  'purl'?: string;
  'properties'?: Array<{ name: string; value: string }>;
}

/** A CycloneDX document, as far as this writes one. */
export interface Sbom {
  $schema: string;
  bomFormat: 'CycloneDX';
  specVersion: '1.6';
  serialNumber: string;
  version: number;
  metadata: { component: Component };
  components: Component[];
  dependencies: Array<{ ref: string; dependsOn: string[] }>;
}

/** https://github.com/package-url/purl-spec: the scope's @ is escaped, its slash is not. */
export function npmPurl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
}

function licences(declared: string | undefined): Component['licenses'] {
  if (!declared) return undefined;
  if (PERMISSIVE.has(declared)) return [{ license: { id: declared } }];
  const expression = parseLicence(declared);
  return expression && 'operator' in expression
    ? [{ expression: declared }]
    : [{ license: { name: declared } }];
}

function toComponent(locked: LockedPackage, facts: Facts): Component {
  const [name, scope] = locked.name.split('/').reverse();
  const purl = facts.registry ? npmPurl(locked.name, facts.version) : undefined;
  const listed = licences(facts.licence);
  const properties = [
    ...(locked.workspace ? [{ name: 'fleetstage:workspace', value: locked.workspace }] : []),
    ...(locked.conditions ? [{ name: 'fleetstage:platforms', value: locked.conditions }] : []),
    // Not in `hashes`: those are of the tarball, and Yarn's is of the archive in its own cache.
    ...(locked.checksum ? [{ name: 'fleetstage:yarn-cache-sha512', value: locked.checksum }] : []),
  ];
  return {
    'type': facts.registry ? 'library' : 'application',
    'bom-ref': purl ?? locked.resolution,
    ...(scope && { group: scope }),
    name,
    'version': facts.version,
    ...(facts.description && { description: facts.description }),
    'scope': facts.shipped ? 'required' : 'excluded',
    ...(listed && { licenses: listed }),
    ...(purl && { purl }),
    ...(properties.length > 0 && { properties }),
  };
}

/** The same lock gives the same number: a UUID of version 8 (RFC 9562), made of the SHA-256 of the lock. */
function serialNumber(lockText: string): string {
  const hex = createHash('sha256').update(lockText).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const byKey =
  <T>(key: (value: T) => string) =>
  (a: T, b: T) =>
    key(a) < key(b) ? -1 : Number(key(a) > key(b));

/**
 * Writes the bill of materials of the whole repository: what is published, and what builds and tests it. Equal input
 * gives equal bytes, so there is no time in it.
 *
 * @param lockText - The lock as it is in the file; the serial number is made of it.
 */
export function renderSbom(lockText: string, lock: Lock, factsOf: (locked: LockedPackage) => Facts): Sbom {
  const components = new Map(lock.packages.map(p => [p.resolution, toComponent(p, factsOf(p))]));
  const root = lock.packages.find(p => p.workspace === '.');
  if (!root) throw new Error('yarn.lock: there is no entry for the root ("root@workspace:.")');
  const refOf = (locked: LockedPackage) => components.get(locked.resolution)!['bom-ref'];
  const dependencies = lock.packages.map(locked => {
    const wanted = Object.entries(locked.dependencies).map(([name, range]) => lock.resolve(name, range));
    if (locked === root) wanted.push(...lock.packages.filter(p => p.workspace && p !== root));
    return { ref: refOf(locked), dependsOn: [...new Set(wanted.map(refOf))].sort() };
  });
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialNumber(lockText),
    version: 1,
    metadata: { component: components.get(root.resolution)! },
    components: lock.packages
      .filter(p => p !== root)
      .map(p => components.get(p.resolution)!)
      .sort(byKey(c => c['bom-ref'])),
    dependencies: dependencies.sort(byKey(d => d.ref)),
  };
}
