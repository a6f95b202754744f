import { ServerForms } from './ServerForms';

const identity = (name: string) => ({ group: '', version: 'v1', kind: 'ConfigMap', namespace: 'web', name });
const form = (departures: number) => ({
  hash: 'h'.repeat(64),
  departures: Array.from({ length: departures }, (_, i) => String(i).padStart(64, '0')),
});

describe('ServerForms', () => {
  it('keeps the form of a manifest of one work, until the work is forgotten', () => {
    const forms = new ServerForms();
    forms.of('web/c1').keep(identity('a'), form(1));
    expect(forms.of('web/c1').find(identity('a'))).toEqual(form(1));
    expect(forms.of('web/c2').find(identity('a'))).toBeUndefined();
    forms.forget('web/c1');
    expect(forms.of('web/c1').find(identity('a'))).toBeUndefined();
  });

  it('forgets the form when the server keeps the manifest as it is, or changes too much of it', () => {
    const work = new ServerForms().of('web/c1');
    work.keep(identity('a'), form(1));
    work.keep(identity('a'), undefined);
    expect(work.find(identity('a'))).toBeUndefined();
    work.keep(identity('a'), form(1));
    work.keep(identity('a'), form(201));
    expect(work.find(identity('a'))).toBeUndefined();
  });

  it('is bounded by what the forms take: many small ones, or a few with many departures; used ones stay', () => {
    const held = (departures: number) => {
      const work = new ServerForms({ maxCharacters: 100_000 }).of('web/c1');
      for (let i = 0; i < 1_000; i += 1) {
        work.keep(identity(`cm-${i}`), form(departures));
        work.find(identity('cm-0'));
      }
      expect(work.find(identity('cm-0'))).toBeDefined();
      return Array.from({ length: 1_000 }, (_, i) => work.find(identity(`cm-${i}`))).filter(Boolean).length;
    };
    expect(held(0)).toBeGreaterThan(300);
    expect(held(200)).toBeLessThanOrEqual(8);
  });
});
