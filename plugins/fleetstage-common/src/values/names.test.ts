import {
  approvalName,
  bindingName,
  envelopeWorkName,
  memberNamespace,
  policySnapshotName,
  resourceSnapshotName,
  subResourceSnapshotName,
  subWorkName,
  wholeWorkOf,
  workName,
} from './names';

describe('names', () => {
  it('A/PL-063, RUL 20: a binding name is a DNS-1123 label however long or dotted its parts are', () => {
    const name = bindingName('shop.front-'.repeat(6), 'uid', 'Member_1.example.'.repeat(5));
    expect(name).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
    expect(name.startsWith('shop-front-')).toBe(true);
  });

  it('is stable over edits and new for a placement made anew', () => {
    const name = bindingName('web', 'uid-1', 'c1');
    expect(name).toMatch(/^web-c1-[0-9a-f]{8}$/);
    expect(bindingName('web', 'uid-1', 'c1')).toBe(name);
    expect(bindingName('web', 'uid-2', 'c1')).not.toBe(name);
  });

  it('distinguishes names that are alike after cutting', () => {
    const long = 'x'.repeat(40);
    expect(bindingName(`${long}a`, 'uid', 'c1')).not.toBe(bindingName(`${long}a`, 'uid', 'c1b'));
  });

  it.each([
    ['a ClusterResourcePlacement', 'web', 'web-work'],
    ['a ResourcePlacement', 'shop/web', 'shop.web-work'],
    ['a ResourcePlacement of a dotted name', 'shop/web.v2', 'shop.web.v2-work'],
    ['a ClusterResourcePlacement of a dotted name', 'shop.web', 'shop.web-work.crp'],
    ['one that is named like the work of another', 'shop/web-work.crp', 'shop.web-work.crp-work'],
  ])('A/PL-064, RUL 20: the work of %s is its own', (_, key, name) => {
    expect(workName(key)).toBe(name);
  });

  it.each([
    ['a ClusterResourcePlacement', 'web', 'web-0'],
    ['a ResourcePlacement', 'shop/web', 'shop.web-0'],
    ['a ClusterResourcePlacement of a dotted name', 'shop.web', 'shop.web-0.crp'],
    ['a ResourcePlacement that is named like a work', 'shop/x-work', 'shop.x-work-0'],
  ])('B/WG-032: the work of a further part of %s, which is known by its name', (_, key, name) => {
    expect(subWorkName(key, 0)).toBe(name);
    expect(wholeWorkOf(name)).toBe(workName(key));
    expect(wholeWorkOf(envelopeWorkName(name, { name: 'x' }))).toBe(workName(key));
  });

  it.each([
    ['ResourceEnvelope', 'app', 'abbafb00ca4681fe'],
    ['ClusterResourceEnvelope', undefined, '9c1fb9c51f3ced07'],
  ] as const)('B/WG-033: the work of a %s, by the hash of what it is called', (type, namespace, hash) => {
    const envelope = { type, name: 'example', ...(namespace && { namespace }) };
    expect(envelopeWorkName('web-work', envelope)).toBe(`web-work-envelope-${hash}`);
    expect(wholeWorkOf(envelopeWorkName('shop.web-work.crp', envelope))).toBe('shop.web-work.crp');
  });

  it('A/PL-060, A/PL-061, A/PL-062, A/PL-064, A/PL-065, C/UR-019, UR-020, UR-022, PX-001, RUL 2: names that people type', () => {
    expect([
      policySnapshotName('web', 3),
      resourceSnapshotName('web', 0),
      subResourceSnapshotName('web', 0, 1),
      workName('web'),
      memberNamespace('c1'),
      approvalName('example-run', 'canary', 'afterStage'),
      approvalName('example-run', 'canary', 'beforeStage'),
    ]).toEqual([
      'web-3',
      'web-0-snapshot',
      'web-0-1',
      'web-work',
      'fleet-member-c1',
      'example-run-canary',
      'example-run-before-canary',
    ]);
  });
});
