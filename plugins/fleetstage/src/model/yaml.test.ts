import { parse } from 'yaml';
import { editText, readText, textOf } from './placementEditor/placementText';
import { toYaml } from './yaml';

const STRINGS = [
  ...['off', 'on', 'yes', 'no', 'y', 'n', 'Y', 'N', 'On', 'TRUE', 'true', 'False', 'null', 'Null', '~', ''],
  ...[
    '012',
    '0o14',
    '0x1f',
    '0b1',
    '1e3',
    '1_000',
    '1_',
    '+1',
    '-1',
    '1.0',
    '.5',
    '1:20',
    '12:30:45',
    '.inf',
    '.NaN',
  ],
  ...[
    '2020-01-01',
    '2020-01-01T00:00:00Z',
    '=',
    '- a',
    'a: b',
    '# x',
    ' x ',
    'two\nlines',
    '@a',
    '%b',
    '`c',
    "it's",
  ],
  'a word that is longer than eighty characters in all, so that a renderer might be led to fold it over two lines',
];

describe('YAML that is safe to copy', () => {
  it.each(STRINGS)('%j is the same string to a reader of YAML 1.1 and of 1.2', text => {
    const object = { metadata: { labels: { key: text, [text || 'empty']: 'value' } }, list: [text] };
    const yaml = toYaml(object);
    expect(parse(yaml, { version: '1.1' })).toEqual(object);
    expect(parse(yaml)).toEqual(object);
  });

  it('quotes as kubectl does', () => {
    expect(toYaml({ data: { FEATURE_X: 'off', replicas: '3', zone: 'a' }, on: true, count: 3 })).toBe(
      'data:\n  FEATURE_X: "off"\n  replicas: "3"\n  zone: a\n"on": true\ncount: 3\n',
    );
  });

  it('quotes what YAML of Go would read as a number', () => {
    expect(toYaml(['0o14', '1_', '1e1_0', '='])).toBe('- "0o14"\n- "1_"\n- "1e1_0"\n- "="\n');
  });

  it('quotes no address, version, quantity or hash: none is a number to kubectl', () => {
    expect(toYaml(['10.0.0.1', '1.2.3', '250m', '1Gi', '2001:db8::1', '6e', '1a2b'])).toBe(
      '- 10.0.0.1\n- 1.2.3\n- 250m\n- 1Gi\n- 2001:db8::1\n- 6e\n- 1a2b\n',
    );
  });

  it('RUL 40: a masked value of a Secret is a comment, never a value', () => {
    const secret = (data: object) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data });
    const some = toYaml(secret({ token: 'Kioq', user: 'YWRh' }));
    expect(some).not.toContain('Kioq');
    expect(some).toContain('# token: not shown');
    expect(parse(some)).toEqual(secret({ user: 'YWRh' }));
    const all = toYaml(secret({ token: 'Kioq', key: 'Kioq' }));
    expect(all).toMatch(/# data:\n# {2}token: not shown\n# {2}key: not shown/);
    expect(parse(all)).toEqual({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } });
  });

  it('the text of an editor stays safe when a field is set', () => {
    const manifest = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterResourcePlacement',
      metadata: { name: 'web', labels: { feature: 'off' } },
      spec: { policy: { placementType: 'PickAll' } },
    };
    const text = editText(textOf(manifest), ['metadata', 'labels', 'order'], '012');
    const edited = editText(text, ['metadata', 'labels', 'feature'], 'on');
    expect(edited).toContain('feature: "on"');
    expect(parse(edited, { version: '1.1' })).toMatchObject({
      metadata: { labels: { feature: 'on', order: '012' } },
    });
    expect(readText(edited)).toMatchObject({ ok: true });
  });
});
