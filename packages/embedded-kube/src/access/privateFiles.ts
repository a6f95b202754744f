import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';

const FOLDER = 0o700;
const FILE = 0o600;

/** For nobody but the owner, whatever the umask, and whatever it was before. @throws Error when it cannot be made so */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER });
  restrict(path, FOLDER);
}

/** Made if it is not there. @throws Error when it cannot be made so */
export function ensurePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', FILE));
  restrict(path, FILE);
}

/** @throws Error when it is there and cannot be made so */
export function makePrivate(path: string): void {
  if (existsSync(path)) restrict(path, FILE);
}

function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `${path} holds keys and others may read it, which cannot be changed (${code}): it belongs to somebody else; name a folder of your own`,
    );
  }
}
