import * as common from '@fleetstage/backstage-plugin-fleetstage-common';
import { contentHash, sha256Hex } from './nativeHash';

const TEXTS = ['', 'a', 'é € 😀', '\ud800 alone', '\u0000\u0001\u2028<&>', 'x'.repeat(10_000)];

describe('hashes by Node', () => {
  it.each(TEXTS.map(text => [text.slice(0, 20), text]))('are those of common: %j', (_, text) => {
    expect(sha256Hex(text)).toBe(common.sha256Hex(text));
    expect(contentHash({ b: [text, undefined, null], a: { [text]: 1 } })).toBe(
      common.contentHash({ a: { [text]: 1 }, b: [text, undefined, null] }),
    );
  });
});
