import type { ManifestIdentity, ServerForm } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { LRUCache } from 'lru-cache';
import { inventoryKey } from './inventory';

/** Of all forms, in characters: what was used longest ago goes first, and costs a dry run when it seems to differ again. */
const MAX_CHARACTERS = 32 * 1024 * 1024;
/** An object that the server writes in so many other ways is asked about each time. */
const MAX_DEPARTURES = 200;
/** Of the key and the objects around a form. */
const OVERHEAD = 256;

interface ServerFormsOptions {
  /** Of all forms. */
  readonly maxCharacters?: number;
}

/**
 * What member clusters were seen to make of manifests (B/WA-092). Memory of this process: most manifests are kept as they are and
 * need no entry.
 */
export class ServerForms {
  private readonly forms: LRUCache<string, ServerForm>;

  constructor({ maxCharacters = MAX_CHARACTERS }: ServerFormsOptions = {}) {
    this.forms = new LRUCache({ maxSize: maxCharacters, sizeCalculation: charactersOf });
  }

  /** Those of one placement on one member. */
  of(work: string): WorkForms {
    const { forms } = this;
    const keyOf = (manifest: ManifestIdentity) => `${work} ${inventoryKey(manifest)}`;
    return {
      find: manifest => forms.get(keyOf(manifest)),
      keep(manifest, form) {
        const isKept = form !== undefined && form.departures.length <= MAX_DEPARTURES;
        if (isKept) forms.set(keyOf(manifest), form);
        else forms.delete(keyOf(manifest));
      },
    };
  }

  /** The work is taken off its cluster. */
  forget(work: string): void {
    for (const key of [...this.forms.keys()]) if (key.startsWith(`${work} `)) this.forms.delete(key);
  }
}

const charactersOf = ({ hash, departures, judged }: ServerForm): number =>
  OVERHEAD +
  hash.length * (1 + departures.length) +
  (judged ? judged.question.length + (judged.message?.length ?? 0) : 0);

export interface WorkForms {
  find(manifest: ManifestIdentity): ServerForm | undefined;
  /** `undefined`: the server keeps the manifest as it is. */
  keep(manifest: ManifestIdentity, form: ServerForm | undefined): void;
}
