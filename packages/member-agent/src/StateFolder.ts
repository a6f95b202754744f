import { isJsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Files of JSON, each replaced as a whole; only this user reads them, since Works hold Secrets. */
export class StateFolder {
  private readonly writes = new Map<string, Promise<void>>();

  private constructor(private readonly folder: string) {}

  static async open(folder: string): Promise<StateFolder> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new StateFolder(folder);
  }

  /** All that can be read; a file that a kill has cut is as if it were not there. */
  async read(): Promise<ReadonlyMap<string, unknown>> {
    const files = (await readdir(this.folder)).filter(file => file.endsWith(ENDING));
    const entries = await Promise.all(
      files.map(async file => {
        const value = parse(await readFile(path.join(this.folder, file), 'utf8'));
        return isJsonObject(value)
          ? [[decodeURIComponent(file.slice(0, -ENDING.length)), value] as const]
          : [];
      }),
    );
    return new Map(entries.flat());
  }

  /** `undefined` removes it. Writes of one name come one after the other; the last one stays. */
  async write(name: string, value: unknown): Promise<void> {
    const before = this.writes.get(name) ?? Promise.resolve();
    const write = before.catch(() => undefined).then(() => this.replace(name, value));
    this.writes.set(name, write);
    try {
      await write;
    } finally {
      if (this.writes.get(name) === write) this.writes.delete(name);
    }
  }

  private async replace(name: string, value: unknown): Promise<void> {
    const file = path.join(this.folder, encodeURIComponent(name) + ENDING);
    if (value === undefined) return rm(file, { force: true });
    await writeFile(`${file}.new`, JSON.stringify(value), { mode: 0o600 });
    return rename(`${file}.new`, file);
  }
}

const ENDING = '.json';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
