import { declaredLicence } from './readInstalled';
import { PERMISSIVE } from './judgeLicences';
import { isWithin, parseLicence } from './licenceExpression';

describe('licence expressions', () => {
  it.each([
    { text: 'MIT', permitted: true },
    { text: ' Apache-2.0 ', permitted: true },
    { text: 'GPL-3.0-only', permitted: false },
    { text: 'MIT OR GPL-3.0-only', permitted: true },
    { text: '(MIT OR GPL-3.0-only)', permitted: true },
    { text: 'MIT AND GPL-3.0-only', permitted: false },
    { text: 'MIT AND ISC', permitted: true },
    { text: 'GPL-2.0-only OR MIT AND MPL-2.0', permitted: false },
    { text: 'GPL-2.0-only OR MIT AND ISC', permitted: true },
    { text: '(GPL-2.0-only OR MIT) AND ISC', permitted: true },
    { text: '(GPL-2.0-only OR MIT) AND MPL-2.0', permitted: false },
    { text: 'Apache-2.0 WITH LLVM-exception', permitted: true },
    { text: 'GPL-2.0-only WITH Classpath-exception-2.0', permitted: false },
    { text: 'Apache-2.0+', permitted: true },
    { text: 'MIT or GPL-3.0-only', permitted: true },
  ])('$text: permitted $permitted', ({ text, permitted }) => {
    expect(isWithin(parseLicence(text)!, PERMISSIVE)).toBe(permitted);
  });

  it.each([
    '',
    'MIT AND',
    'OR MIT',
    '(MIT',
    'MIT)',
    'MIT ISC',
    'MIT/X11',
    'SEE LICENSE IN LICENSE',
    'MIT WITH',
    '()',
  ])('is no expression: "%s"', text => {
    expect(parseLicence(text)).toBeUndefined();
  });

  it.each([
    { manifest: { license: 'MIT' }, licence: 'MIT' },
    { manifest: { license: { type: 'ISC', url: 'x' } }, licence: 'ISC' },
    { manifest: { licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] }, licence: '(MIT OR GPL-2.0)' },
    { manifest: { license: ['MIT'] }, licence: 'MIT' },
    { manifest: { licenses: 'MIT' }, licence: 'MIT' },
    { manifest: { license: '' }, licence: undefined },
    { manifest: {}, licence: undefined },
  ])('a manifest with $manifest declares $licence', ({ manifest, licence }) => {
    expect(declaredLicence(manifest)).toBe(licence);
  });
});
