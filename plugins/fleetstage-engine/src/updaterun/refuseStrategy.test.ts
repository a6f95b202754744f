import { refuseStrategy } from './refuseStrategy';

const named = (...names: string[]) => ({ kind: 'named' as const, names });

describe('strategies that a placement accepts', () => {
  it.each([
    { rule: 'any without the annotation', accepted: undefined, says: undefined },
    { rule: 'one that is named', accepted: named('slow', 'fast'), says: undefined },
    {
      rule: 'not another one',
      accepted: named('slow', 'careful'),
      says: /names slow, careful; use one of them/,
    },
    { rule: 'not one that begins alike', accepted: named('faster'), says: /does not accept strategy "fast"/ },
    {
      rule: 'none where it is empty',
      accepted: named(),
      says: /is empty; name strategies in it, or remove it/,
    },
    {
      rule: 'none where it cannot be read',
      accepted: { kind: 'malformed' as const, text: 'A b' },
      says: /has "A b", which is the name of no strategy; separate names by commas/,
    },
  ])('RUL 44: $rule', ({ accepted, says }) => {
    const refusal = refuseStrategy(
      { name: 'web', ...(accepted && { acceptedStrategies: accepted }) },
      'fast',
    );
    if (says === undefined) expect(refusal).toBeUndefined();
    else expect(refusal).toMatch(says);
  });
});
