/* eslint-disable jest/no-export -- what is played to the embedded server and to a real one */
import { admissionRows } from './admissionRows.testing';
import type { AskServer } from './askServer.testing';

const { accepted, refused, goodChanges, badChanges } = admissionRows;

/** Plays every row of the table to a server on which the definitions are installed. */
export function describeAdmission(server: () => AskServer): void {
  describe('the definitions (C/GR-001, GX-004, TE-017)', () => {
    it.each(accepted)('accept $name', async ({ object, ...row }) => {
      const { said, body } = await server().create(object);
      expect(said).toBe('');
      expect(body).toMatchObject('seen' in row ? (row.seen ?? {}) : {});
    });

    it.each(refused)('refuse $name', async ({ object, says }) => {
      const { code, said } = await server().create(object);
      expect({ said, code }).toEqual({ said: expect.stringMatching(says), code: expect.any(Number) });
      expect([400, 422]).toContain(code);
    });

    it.each(goodChanges)('let through $name', async ({ before, after, status }) => {
      expect((await server().update(before, after, status)).said).toBe('');
    });

    it.each(badChanges)('refuse $name', async ({ before, after, status, says }) => {
      expect(await server().update(before, after, status)).toMatchObject({
        said: expect.stringMatching(says),
        code: 422,
      });
    });
  });
}
