import { readManifestText } from './readManifestText';

it.each<{ text: string; value: unknown }>([
  { text: 'defaultMode: 0400', value: { defaultMode: 256 } },
  { text: 'modes: [0644, 0755, 420, 0o17]', value: { modes: [420, 493, 420, '0o17'] } },
  { text: 'a: &x {p: 1}\nb: {<<: *x, q: 2}', value: { a: { p: 1 }, b: { p: 1, q: 2 } } },
  { text: 'at: 2026-11-23T19:00:00Z', value: { at: '2026-11-23T19:00:00Z' } },
  { text: 'ports: ["80:80", 80:80]', value: { ports: ['80:80', '80:80'] } },
  { text: 'day: 2026-11-01\nports: [22:22, 1:2.5]', value: { day: '2026-11-01', ports: ['22:22', '1:2.5'] } },
  { text: 'isOn: yes', value: { isOn: true } },
  { text: '{"data": {"a": "0400"}, "n": 12.5}', value: { data: { a: '0400' }, n: 12.5 } },
])('RUL 12 reads $text as kubectl does', ({ text, value }) => {
  expect(readManifestText(text)).toEqual(value);
});

it('RUL 40 shows nobody what it does not understand', async () => {
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.message);
  process.on('warning', note);
  try {
    expect(readManifestText('token: !vault planted-7d1f')).toEqual({ token: 'planted-7d1f' });
    // Warnings are emitted on the next tick.
    await new Promise(done => setImmediate(done));
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', note);
  }
});

it.each(['a: [', 'a: 1\na: 2', 'a: 1\n---\nb: 2'])('refuses %j', text => {
  expect(() => readManifestText(text)).toThrow();
});
