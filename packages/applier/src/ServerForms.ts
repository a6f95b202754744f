import type { ManifestIdentity, ServerForm } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { inventoryKey } from './inventory';

/** Objects whose forms are kept; the one that was used longest ago goes first, and costs a dry run when it seems to differ again. */
const MAX_FORMS = 20_000;
/** An object that the server writes in so many other ways is asked about each time. */
const MAX_DEPARTURES = 200;

/**
 * What member clusters were seen to make of manifests (B/WA-092). Memory of this process: most manifests are kept as they are and
 * need no entry.
 */
export class ServerForms {
  private readonly forms = new Map<string, ServerForm>();

  /** Those of one placement on one member. */
  of(work: string): WorkForms {
    const { forms } = this;
    return {
      find(manifest) {
        const key = `${work} ${inventoryKey(manifest)}`;
        const form = forms.get(key);
        if (form) {
          forms.delete(key);
          forms.set(key, form);
        }
        return form;
      },
      keep(manifest, form) {
        const key = `${work} ${inventoryKey(manifest)}`;
        forms.delete(key);
        if (form === undefined || form.departures.length > MAX_DEPARTURES) return;
        forms.set(key, form);
        for (const oldest of forms.keys()) {
          if (forms.size <= MAX_FORMS) break;
          forms.delete(oldest);
        }
      },
    };
  }

  /** The work is taken off its cluster. */
  forget(work: string): void {
    for (const key of [...this.forms.keys()]) if (key.startsWith(`${work} `)) this.forms.delete(key);
  }
}

export interface WorkForms {
  find(manifest: ManifestIdentity): ServerForm | undefined;
  /** `undefined`: the server keeps the manifest as it is. */
  keep(manifest: ManifestIdentity, form: ServerForm | undefined): void;
}
