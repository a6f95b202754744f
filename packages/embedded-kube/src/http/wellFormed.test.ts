import { wellFormed } from './wellFormed';

it.each([
  [String.raw`{"a":"\ud83d\ude00"}`, '😀'],
  [String.raw`{"a":"\ud800"}`, '\ufffd'],
  [String.raw`{"a":"\udc00\ud800x"}`, '\ufffd\ufffdx'],
  [String.raw`{"a":"\\ud800"}`, String.raw`\ud800`],
  [String.raw`{"a":"\u00e9\n"}`, 'é\n'],
])('%s', (json, text) => {
  expect(JSON.parse(wellFormed(json))).toEqual({ a: text });
});
