import { join } from 'node:path';

import { readGolden, replay } from './replayGolden.testing';

describe('built-in kinds answer as the recorded server did', () => {
  it.each(readGolden(join(__dirname, '__golden__', 'builtin.jsonl')))('$name', recorded => {
    const { got, want } = replay(recorded);
    expect(got).toEqual(want);
  });
});
