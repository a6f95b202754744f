import { parseLabelSelector } from './labels';
import type { LabelSelector } from '../api/meta';

const matches = (selector: LabelSelector, labels: Record<string, string>) => {
  const parsed = parseLabelSelector(selector);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value(labels);
};

describe('parseLabelSelector (A/SCH-042)', () => {
  it.each<{ rule: string; selector: LabelSelector; labels: Record<string, string>; matched: boolean }>([
    { rule: 'empty matches everything', selector: {}, labels: {}, matched: true },
    {
      rule: 'matchLabels',
      selector: { matchLabels: { env: 'prod' } },
      labels: { env: 'prod' },
      matched: true,
    },
    {
      rule: 'all matchLabels',
      selector: { matchLabels: { env: 'prod', a: 'b' } },
      labels: { env: 'prod' },
      matched: false,
    },
    {
      rule: 'an empty value needs the key',
      selector: { matchLabels: { env: '' } },
      labels: {},
      matched: false,
    },
    {
      rule: 'In',
      selector: { matchExpressions: [{ key: 'env', operator: 'In', values: ['a', 'b'] }] },
      labels: { env: 'b' },
      matched: true,
    },
    {
      rule: 'NotIn matches where the key is absent',
      selector: { matchExpressions: [{ key: 'env', operator: 'NotIn', values: ['a'] }] },
      labels: {},
      matched: true,
    },
    {
      rule: 'NotIn refuses a listed value',
      selector: { matchExpressions: [{ key: 'env', operator: 'NotIn', values: ['a'] }] },
      labels: { env: 'a' },
      matched: false,
    },
    {
      rule: 'Exists',
      selector: { matchExpressions: [{ key: 'env', operator: 'Exists' }] },
      labels: { env: '' },
      matched: true,
    },
    {
      rule: 'DoesNotExist',
      selector: { matchExpressions: [{ key: 'env', operator: 'DoesNotExist' }] },
      labels: { env: 'a' },
      matched: false,
    },
    {
      rule: 'does not read inherited names',
      selector: { matchExpressions: [{ key: 'constructor', operator: 'Exists' }] },
      labels: {},
      matched: false,
    },
  ])('$rule', ({ selector, labels, matched }) => {
    expect(matches(selector, labels)).toBe(matched);
  });

  it.each<{ why: RegExp; selector: LabelSelector }>([
    { why: /at least one value/, selector: { matchExpressions: [{ key: 'a', operator: 'In', values: [] }] } },
    {
      why: /takes no values/,
      selector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] },
    },
    {
      why: /not an operator/,
      selector: { matchExpressions: [{ key: 'a', operator: 'Like' as 'In', values: ['b'] }] },
    },
    { why: /not a label key/, selector: { matchLabels: { 'a b': 'c' } } },
    { why: /not a label key/, selector: { matchLabels: { 'a..b/c': 'd' } } },
    { why: /not a label key/, selector: { matchLabels: { [`${'a'.repeat(316)}/b`]: 'c' } } },
    { why: /not a label value/, selector: { matchLabels: { a: 'b c' } } },
  ])('refuses: $why', ({ why, selector }) => {
    const parsed = parseLabelSelector(selector);
    expect(parsed.ok ? 'accepted' : parsed.error).toMatch(why);
  });
});
