import type { ObjectMeta } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ConflictError } from '@backstage/errors';
import type { Authored } from '../HubWriter';

type Labels = Readonly<Record<string, string>>;

export type Maps = Pick<Authored, 'labels' | 'annotations'>;

interface Edit extends Maps {
  readonly shown?: Maps;
  readonly judged?: Maps;
}

const FIELDS = ['labels', 'annotations'] as const;

/**
 * The labels and annotations to write over an object that was written meanwhile: its generation does not cover them. Where
 * the edit says what it began with, its changes are made to what is there; else nobody may have changed them.
 *
 *     began with a=1 b=1, asks for a=2 b=1; there is a=1 b=9 c=1 → a=2 b=9 c=1
 *     the same;                             there is a=7         → ConflictError
 */
export function mergeMaps(edit: Edit, live: Pick<ObjectMeta, 'name' | 'labels' | 'annotations'>): Maps {
  const merged: { labels?: Labels; annotations?: Labels } = {};
  for (const field of FIELDS) {
    const wanted = edit[field];
    if (wanted === undefined) continue;
    const there = live[field] ?? {};
    const base = edit.shown ? (edit.shown[field] ?? {}) : (edit.judged?.[field] ?? {});
    const taken = keysOf(base, there).filter(key => base[key] !== there[key]);
    const mine = keysOf(base, wanted).filter(key => base[key] !== wanted[key]);
    const disputed = edit.shown
      ? taken.filter(key => mine.includes(key) && wanted[key] !== there[key])
      : taken;
    if (disputed.length > 0)
      throw new ConflictError(
        `${field} of "${live.name}" were changed since you opened it (${disputed.join(', ')}); ` +
          `load it again and repeat your change`,
      );
    merged[field] = withChanges(there, wanted, mine);
  }
  return merged;
}

const keysOf = (a: Labels, b: Labels) => [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();

function withChanges(there: Labels, wanted: Labels, changed: readonly string[]): Labels {
  const untouched = Object.entries(there).filter(([key]) => !changed.includes(key));
  const written = changed.filter(key => wanted[key] !== undefined).map(key => [key, wanted[key]]);
  return Object.fromEntries([...untouched, ...written]);
}
