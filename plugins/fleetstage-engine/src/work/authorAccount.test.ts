import { authorAccountOf } from './authorAccount';

describe('authorAccountOf', () => {
  const template = 'system:serviceaccount:{namespace}:fleetstage';

  it.each([
    {
      rule: 'the account of its namespace',
      template,
      placement: 'shop/web',
      is: 'system:serviceaccount:shop:fleetstage',
    },
    { rule: 'nobody for one without a namespace', template, placement: 'web', is: undefined },
    { rule: 'nobody where nothing is configured', template: undefined, placement: 'shop/web', is: undefined },
    {
      rule: 'the same namespace at each place',
      template: '{namespace}:{namespace}',
      placement: 'a/b',
      is: 'a:a',
    },
  ])('is $rule', ({ template: text, placement, is }) => {
    expect(authorAccountOf(text, placement)).toBe(is);
  });
});
