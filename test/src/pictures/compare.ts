import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

export interface Difference {
  /** Of all pixels, 0 to 1; 1 where the sizes differ. */
  readonly share: number;
  readonly words: string;
  /** The differing pixels in red. */
  readonly png: Buffer;
}

/** Compares two pictures pixel by pixel, letter edges aside. */
export function compare(expected: Buffer, actual: Buffer): Difference {
  const [before, after] = [PNG.sync.read(expected), PNG.sync.read(actual)];
  const size = ({ width, height }: PNG) => `${width}×${height}`;
  if (size(before) !== size(after)) {
    return { share: 1, words: `${size(after)} instead of ${size(before)}`, png: actual };
  }
  const { width, height } = after;
  const diff = new PNG({ width, height });
  const count = pixelmatch(before.data, after.data, diff.data, width, height, { threshold: 0.2 });
  const share = count / (width * height);
  return { share, words: `${(share * 100).toFixed(2)} % of the pixels`, png: PNG.sync.write(diff) };
}
