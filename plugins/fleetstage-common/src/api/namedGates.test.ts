import { annotationKeys } from './keys';
import { namedGatesAt, namedGatesOf } from './namedGates';

const read = (text: string) =>
  namedGatesOf({ metadata: { name: 'staged', annotations: { [annotationKeys.gates]: text } } });

describe('the gates that the annotation of a strategy names', () => {
  it('are none without the annotation', () => {
    expect(namedGatesOf({ metadata: { name: 'staged' } })).toBeUndefined();
  });

  it('are listed by stage and side, with the config as it is written', () => {
    const text = `{
      "canary": { "after": [{ "kind": "Metrics" }] },
      "production": { "before": [{ "kind": "ChangeFreeze", "config": { "windows": [1] } }] }
    }`;
    expect(read(text)).toEqual({
      ok: true,
      value: {
        canary: { before: [], after: [{ kind: 'Metrics' }] },
        production: { before: [{ kind: 'ChangeFreeze', config: { windows: [1] } }], after: [] },
      },
    });
  });

  it('are none of a stage that is named like what objects inherit', () => {
    expect(namedGatesAt({}, 'constructor')).toEqual({ before: [], after: [] });
    expect(read('{"__proto__":{"before":[]}}')).toMatchObject({ ok: true });
  });

  it('may be none', () => expect(read('{}')).toEqual({ ok: true, value: {} }));

  it.each([
    {
      text: 'production: {}',
      says: /^the annotation fleetstage\.io\/gates: must be a JSON object by stage, e\.g\. \{/,
    },
    { text: '[]', says: /must be a JSON object by stage/ },
    { text: '{"production":[]}', says: /gates, production: must be an object with before, after, or both/ },
    {
      text: '{"production":{"befor":[]}}',
      says: /gates, production\.befor: unknown field; use before or after/,
    },
    { text: '{"production":{"before":{}}}', says: /gates, production\.before: must be a list of gates/ },
    {
      text: '{"production":{"before":["Freeze"]}}',
      says: /production\.before\[0\]: must be an object with kind/,
    },
    {
      text: '{"production":{"before":[{}]}}',
      says: /production\.before\[0\]\.kind: must be the name of a gate kind/,
    },
    {
      text: '{"production":{"after":[{"kind":"Freeze","windows":[]}]}}',
      says: /production\.after\[0\]\.windows: unknown field; what the kind reads belongs into config/,
    },
    {
      text: '{"production":{"before":[{"kind":"Freeze"},{"kind":"Freeze"}]}}',
      says: /production\.before\[1\]\.kind: Freeze is twice on this side; make it one gate/,
    },
    {
      text: JSON.stringify({ canary: { before: Array.from({ length: 9 }, (_, i) => ({ kind: `K${i}` })) } }),
      says: /canary\.before: at most 8 gates may be on one side of a stage, found 9/,
    },
  ])('$text is refused, with the stage, the field and the fix', ({ text, says }) => {
    expect(read(text)).toEqual({ ok: false, error: expect.stringMatching(says) });
  });
});
