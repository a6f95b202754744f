import type { KubeObject } from '../contracts';

/** One revision of one object. Its text is made once, whoever asks for it and in whatever version. */
export class StoredObject {
  readonly namespace: string;
  readonly name: string;
  private tailText: string | undefined;

  constructor(
    /** `<group>/<plural>`. */
    readonly storageKey: string,
    readonly revision: number,
    readonly object: KubeObject,
  ) {
    this.namespace = object.metadata.namespace ?? '';
    this.name = object.metadata.name;
  }

  get uid(): string {
    return this.object.metadata.uid ?? '';
  }

  /** JSON; `apiVersion` is that of the version asked for. */
  text(apiVersion = this.object.apiVersion): string {
    return `{"kind":${JSON.stringify(this.object.kind)},"apiVersion":${JSON.stringify(apiVersion)},${this.tail()}`;
  }

  /** JSON without kind and apiVersion: an item in a list of a built-in kind. */
  bareText(): string {
    return `{${this.tail()}`;
  }

  in(apiVersion: string): KubeObject {
    return apiVersion === this.object.apiVersion ? this.object : { ...this.object, apiVersion };
  }

  /** Everything behind kind and apiVersion, which differ by what is asked for; never empty, as metadata is in it. */
  private tail(): string {
    if (this.tailText === undefined) {
      const { apiVersion: _version, kind: _kind, ...rest } = this.object;
      this.tailText = JSON.stringify(rest).slice(1);
    }
    return this.tailText;
  }
}
