/** Of works, a few per placement; about 10 MB. */
const KEPT_TEXTS = 5_000;
const MAX_LENGTH = 2_000;

/** Texts that rows share, by their hash; they never change. Those used last are kept, the short ones among them. */
export class KeptTexts {
  private readonly bodies = new Map<string, string>();

  find(hub: string, ref: string): string | undefined {
    const key = `${hub}/${ref}`;
    const body = this.bodies.get(key);
    if (body === undefined) return undefined;
    this.bodies.delete(key);
    this.bodies.set(key, body);
    return body;
  }

  keep(hub: string, ref: string, body: string): void {
    if (body.length > MAX_LENGTH) return;
    this.bodies.set(`${hub}/${ref}`, body);
    const [oldest] = this.bodies.keys();
    if (this.bodies.size > KEPT_TEXTS) this.bodies.delete(oldest);
  }
}
