import type { Patterns } from './fault';

export type TextTest = (text: string) => boolean;

/** `*` matches anything. */
export function toTest(patterns: Patterns): TextTest {
  const tests = [patterns].flat().map(toRegExp);
  return text => tests.some(test => test.test(text));
}

// Runs of `*` are one: two beside each other would let the search go back and forth.
const toRegExp = (pattern: string) => new RegExp(`^${pattern.split(/\*+/).map(escape).join('.*')}$`, 's');

const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
