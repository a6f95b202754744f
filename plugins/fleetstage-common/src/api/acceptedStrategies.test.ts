import { acceptedStrategiesOf } from './acceptedStrategies';
import { annotationKeys } from './keys';

const named = (...names: string[]) => ({ kind: 'named', names });

describe('the strategies that a placement accepts', () => {
  it.each([
    ['one', 'careful', named('careful')],
    ['several, each once', ' careful,slow ,\n careful', named('careful', 'slow')],
    ['none: the annotation is empty', '', named()],
    ['none: there are commas alone', ' , ', named()],
    ['none: a text can be the name of no strategy', 'careful, Fast!', { kind: 'malformed', text: 'Fast!' }],
    ['none: names are separated by blanks', 'careful fast', { kind: 'malformed', text: 'careful fast' }],
  ])('%s', (_, text, expected) => {
    const metadata = { name: 'web', annotations: { [annotationKeys.acceptedStrategies]: text } };
    expect(acceptedStrategiesOf({ metadata })).toEqual(expected);
  });

  it('any: there is no annotation', () => {
    expect(acceptedStrategiesOf({ metadata: { name: 'web' } })).toBeUndefined();
  });
});
