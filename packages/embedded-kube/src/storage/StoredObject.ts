import type { KubeObject } from '../contracts';
import { tailPieces } from './objectText';
import { warmObjects, type Coolable } from './warmObjects';

/**
 * One revision of one object. Its text is made once, whoever asks for it and in whatever version; the object itself may
 * be dropped while nobody uses it ({@link letCool}), and is read from the text again.
 */
export class StoredObject implements Coolable {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** The type whose schema it is known to fit as it is kept. */
  shapedFor: object | undefined;
  private readonly kind: string;
  private readonly apiVersion: string;
  private parsed: KubeObject | undefined;
  private pieces: readonly string[] | undefined;
  private wasUsed = false;

  constructor(
    /** `<group>/<plural>`. */
    readonly storageKey: string,
    readonly revision: number,
    object: KubeObject,
  ) {
    const { metadata } = object;
    this.namespace = metadata.namespace ?? '';
    this.name = metadata.name;
    this.uid = metadata.uid ?? '';
    this.kind = object.kind;
    this.apiVersion = object.apiVersion;
    this.parsed = object;
  }

  get object(): KubeObject {
    this.wasUsed = true;
    if (this.parsed !== undefined) return this.parsed;
    const object = JSON.parse(this.text()) as KubeObject;
    this.parsed = object;
    // Which may cool this one at once.
    warmObjects.add(this);
    return object;
  }

  /**
   * `false`: not all of these are in its text, so that it need not be parsed to see that it is not meant. Each lies within one
   * of the pieces, as nothing but managed fields is cut.
   */
  mayHold(needles: readonly string[]): boolean {
    const { parsed, pieces } = this;
    if (parsed !== undefined || pieces === undefined) return true;
    return needles.every(needle => pieces.some(piece => piece.includes(needle)));
  }

  get weight(): number {
    return this.tail().reduce((sum, { length }) => sum + length, 0);
  }

  /** JSON; `apiVersion` is that of the version asked for. */
  text(apiVersion = this.apiVersion): string {
    return `{"kind":${JSON.stringify(this.kind)},"apiVersion":${JSON.stringify(apiVersion)},${joined(this.tail())}`;
  }

  /** JSON without kind and apiVersion: an item in a list of a built-in kind. */
  bareText(): string {
    return `{${joined(this.tail())}`;
  }

  in(apiVersion: string): KubeObject {
    return apiVersion === this.apiVersion ? this.object : { ...this.object, apiVersion };
  }

  /** For what is kept: from now on the object is in memory only while it is in use. */
  letCool(): this {
    warmObjects.add(this);
    return this;
  }

  takeUse(): boolean {
    const { wasUsed } = this;
    this.wasUsed = false;
    return wasUsed;
  }

  cool(): void {
    this.tail();
    this.parsed = undefined;
  }

  /** Everything behind kind and apiVersion, which differ by what is asked for; never empty, as metadata is in it. */
  private tail(): readonly string[] {
    return (this.pieces ??= tailPieces(this.object));
  }
}

/** One after the other: V8 copies them only when the text is sent. */
function joined(pieces: readonly string[]): string {
  let text = pieces[0];
  for (let i = 1; i < pieces.length; i += 1) text += pieces[i];
  return text;
}
