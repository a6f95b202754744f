import { isWithin, parseLicence } from './licenceExpression';
import type { Lock, LockedPackage } from './readLock';

/** Licences that ask for nothing but a notice. */
export const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** A package that is taken under a licence outside the list, or whose manifest declares none. */
export interface LicenceException {
  package: string;
  /** Exactly what the manifest declares; `none` where it declares nothing. A change of it is judged anew. */
  licence: string;
  reason: string;
  /** YYYY-MM-DD */
  since: string;
}

export interface Needed {
  locked: LockedPackage;
  /** From the published workspace to the package, both included. */
  chain: string[];
}

/** What a published workspace declares as `dependencies` and `optionalDependencies`. */
export interface Published {
  locked: LockedPackage;
  dependencies: string[];
}

/** Everything that the published workspaces bring to whoever installs them, each with a shortest chain. */
export function neededByPublished(lock: Lock, published: Published[]): Needed[] {
  const found = new Map<string, Needed>();
  const queue: Array<{ from: Needed; names: string[] }> = published.map(({ locked, dependencies }) => ({
    from: { locked, chain: [locked.name] },
    names: dependencies,
  }));
  const shipped = new Set(published.map(({ locked }) => locked.resolution));
  for (let step = queue.shift(); step; step = queue.shift()) {
    for (const name of step.names) {
      const { from } = step;
      const locked = lock.resolve(name, from.locked.dependencies[name]);
      if (shipped.has(locked.resolution) || found.has(locked.resolution)) continue;
      const needed = { locked, chain: [...from.chain, `${locked.name}@${locked.version}`] };
      found.set(locked.resolution, needed);
      queue.push({ from: needed, names: Object.keys(locked.dependencies) });
    }
  }
  return [...found.values()];
}

export interface LicenceVerdict {
  /** Packages per declared licence, the most frequent first. */
  counts: Array<[licence: string, packages: number]>;
  excepted: number;
  /** Packages for other platforms: they are not installed here, and their licence cannot be read. */
  elsewhere: string[];
  failures: string[];
}

/**
 * Judges the declared licences of the packages that users get.
 *
 * @param licenceOf - What the installed manifest declares; null where the package is not installed.
 */
export function judgeLicences(
  needed: Needed[],
  licenceOf: (locked: LockedPackage) => string | undefined | null,
  exceptions: LicenceException[],
): LicenceVerdict {
  const counts = new Map<string, number>();
  const used = new Set<LicenceException>();
  const elsewhere: string[] = [];
  const failures: string[] = [];
  for (const { locked, chain } of needed) {
    const licence = licenceOf(locked) ?? (licenceOf(locked) === null ? null : 'none');
    if (licence === null) {
      const id = `${locked.name}@${locked.version}`;
      if (locked.conditions) elsewhere.push(id);
      else
        failures.push(
          `${id} is in yarn.lock and not installed (${chain.join(' > ')}); run \`npm test\` once, which installs`,
        );
      continue;
    }
    counts.set(licence, (counts.get(licence) ?? 0) + 1);
    const expression = parseLicence(licence);
    if (expression && isWithin(expression, PERMISSIVE)) continue;
    const exception = exceptions.find(each => each.package === locked.name && each.licence === licence);
    if (exception) used.add(exception);
    else {
      failures.push(
        `${locked.name}@${locked.version} has the licence "${licence}", which is not on the list (${chain.join(' > ')}); replace the package, or give the reason in test/supply-chain/licence-exceptions.json`,
      );
    }
  }
  for (const each of exceptions) {
    if (!used.has(each)) {
      failures.push(
        `the exception for ${each.package} ("${each.licence}") is not needed any more; remove it from test/supply-chain/licence-exceptions.json`,
      );
    }
  }
  return {
    counts: [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
    excepted: used.size,
    elsewhere: elsewhere.sort(),
    failures,
  };
}
