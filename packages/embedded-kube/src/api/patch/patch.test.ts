import { join } from 'node:path';

import { readGolden, replay } from '../../schema/replayGolden.testing';

describe('patches, updates and applies answer as the recorded server did', () => {
  it.each(readGolden(join(__dirname, '__golden__', 'patch.jsonl')))('$name', recorded => {
    const { got, want } = replay(recorded);
    expect(got).toEqual(want);
  });
});
