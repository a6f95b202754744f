import { UnreadableError } from '../database/rows';
import { readEach } from './readEach';

const NAMES = Array.from({ length: 50 }, (_, i) => `n${i}`);

/** Reads all but the broken ones, and counts how often it was asked. */
function reader(broken: readonly string[], error: Error = new UnreadableError('broken')) {
  const asked: (readonly string[])[] = [];
  const readAll = async (some: readonly string[]) => {
    asked.push(some);
    if (some.some(name => broken.includes(name))) throw error;
    return some;
  };
  return { asked, readAll };
}

describe('readEach', () => {
  it('reads everything at once where all can be read, though it be nothing', async () => {
    const { asked, readAll } = reader([]);
    expect(await readEach(NAMES, readAll)).toEqual({ read: NAMES, unreadable: [] });
    expect(await readEach([], readAll)).toEqual({ read: [], unreadable: [] });
    expect(asked).toHaveLength(2);
  });

  it.each([[['n0']], [['n49']], [['n7', 'n8', 'n31']], [NAMES]])(
    'names %p and reads the others in their order',
    async broken => {
      const { readAll } = reader(broken);
      const { read, unreadable } = await readEach(NAMES, readAll);
      expect(read).toEqual(NAMES.filter(name => !broken.includes(name)));
      expect(unreadable.map(({ name }) => name)).toEqual(broken);
    },
  );

  it('finds one in fifty with a dozen reads', async () => {
    const { asked, readAll } = reader(['n20']);
    await readEach(NAMES, readAll);
    expect(asked.length).toBeLessThanOrEqual(13);
  });

  it('does not ask again where the database is what fails', async () => {
    const { asked, readAll } = reader(['n20'], new Error('connection terminated'));
    await expect(readEach(NAMES, readAll)).rejects.toThrow('connection terminated');
    expect(asked).toHaveLength(1);
  });
});
