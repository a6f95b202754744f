import { doubledFields, reportJson } from './jsonText';

describe('what Go says of a text that is no JSON', () => {
  it.each([
    ['', 'unexpected end of JSON input'],
    ['{"a":', 'unexpected end of JSON input'],
    ['"x', 'unexpected end of JSON input'],
    ['nothing', "invalid character 'o' in literal null (expecting 'u')"],
    ['nul', "invalid character ' ' in literal null (expecting 'l')"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b":2}', `invalid character '"' after object key:value pair`],
    ['[1 2]', "invalid character '2' after array element"],
    ['01', "invalid character '1' after top-level value"],
    ['-', "invalid character ' ' in numeric literal"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['1e', "invalid character ' ' in exponent of numeric literal"],
    [String.raw`"\q"`, "invalid character 'q' in string escape code"],
    [String.raw`"\u12g4"`, String.raw`invalid character 'g' in \u hexadecimal character escape`],
    ['"\u0001"', String.raw`invalid character '\x01' in string literal`],
    ["'x'", String.raw`invalid character '\'' looking for beginning of value`],
    ['['.repeat(5_000), 'exceeded max depth'],
  ])('%j', (text, problem) => {
    expect(reportJson(text).problem).toBe(problem);
  });

  it.each(['{"a":[1,-2.5e+3,"é\\n",null,true,false,{}]}', ' [ ] ', '0', '"\\u00e9"'])(
    'nothing of %j',
    text => {
      expect(reportJson(text)).toEqual({ doubled: [] });
    },
  );
});

describe('fields that occur twice', () => {
  it.each([
    ['{"a":1,"a":2,"a":3}', ['a']],
    ['{"a":{"b":1,"b":2},"c":[{"d":1},{"d":1,"d":2}]}', ['a.b', 'c[1].d']],
    [String.raw`{"a":1,"\u0061":2}`, ['a']],
    ['{"a":{"x":1},"b":{"x":1}}', []],
    ['{ "a" : "\u00e9" }', []],
  ])('%j', (text, doubled) => {
    expect(doubledFields(text, JSON.parse(text))).toEqual(doubled);
  });
});
