import { cleanMessage, placeCauses, toField } from './causes';
import { draftKey, dropDraft, keepDraft, loadDraft } from './draft';
import { numberOrText, scopeOf } from './fields';
import { foldDiff, lineDiff } from './lineDiff';
import { applyCommand, createRequest, updateRequest } from './requests';
import { labelText, parseLabelText, parsePropertyText, propertyText } from './selectorText';

describe('label selectors in one line', () => {
  it.each([
    ['', undefined, ''],
    ['env=prod', { matchLabels: { env: 'prod' } }, 'env = prod'],
    ['a = 1, b = 2', { matchLabels: { a: '1', b: '2' } }, 'a = 1, b = 2'],
    [
      'env = prod, region in (weu, neu), !spot, gpu, tier != test',
      {
        matchExpressions: [
          { key: 'env', operator: 'In', values: ['prod'] },
          { key: 'region', operator: 'In', values: ['weu', 'neu'] },
          { key: 'spot', operator: 'DoesNotExist' },
          { key: 'gpu', operator: 'Exists' },
          { key: 'tier', operator: 'NotIn', values: ['test'] },
        ],
      },
      'env = prod, region in (weu, neu), !spot, gpu, tier != test',
    ],
    [
      'a notin (x, y)',
      { matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['x', 'y'] }] },
      'a notin (x, y)',
    ],
  ])('%s', (text, selector, again) => {
    const parsed = parseLabelText(text);
    expect(parsed).toEqual({ ok: true, value: selector });
    expect(parsed.ok && labelText(parsed.value ?? {})).toBe(again);
  });

  it.each([
    ['env = prod extra', /no requirement/],
    ['-bad = 1', /not a label key/],
    ['a = b/c', /not a label value/],
  ])('refuses %s', (text, error) => {
    expect(parseLabelText(text)).toMatchObject({ ok: false, error: expect.stringMatching(error) });
  });
});

describe('property selectors in one line', () => {
  it('reads every operator, and writes them as people type them', () => {
    const text = 'a.io/x > 1, a.io/x >= 1, a.io/x = 1, a.io/x != 2, a.io/x < 9, a.io/x <= 9';
    const parsed = parsePropertyText(text);
    expect(parsed.ok && parsed.value?.matchExpressions.map(({ operator }) => operator)).toEqual([
      'Gt',
      'Ge',
      'Eq',
      'Ne',
      'Lt',
      'Le',
    ]);
    expect(parsed.ok && parsed.value && propertyText(parsed.value)).toBe(text);
    expect(parsePropertyText('a.io/x ≥ 500m')).toMatchObject({ ok: true });
    expect(parsePropertyText('')).toEqual({ ok: true, value: undefined });
  });

  it.each([
    ['cpu', /no rule on a property/],
    ['a.io/x > lots', /value of property/],
    ['resources.kubernetes-fleet.io/cpu > 1', /not a resource property/],
  ])('refuses %s', (text, error) => {
    expect(parsePropertyText(text)).toMatchObject({ ok: false, error: expect.stringMatching(error) });
  });
});

describe('refusals of the hub', () => {
  const manifest = {
    kind: 'ClusterResourcePlacement',
    spec: {
      resourceSelectors: [{ kind: 'Namespace' }],
      policy: { placementType: 'PickN', tolerations: [{ key: 'a' }] },
    },
  };

  it.each([
    ['a field', 'spec.policy.numberOfClusters', 'Required value', 'spec.policy.numberOfClusters'],
    [
      'a part of an item',
      'spec.resourceSelectors[0].labelSelector.matchLabels',
      'x',
      'spec.resourceSelectors[0].labelSelector',
    ],
    ['an item that is not there', 'spec.policy.tolerations[7].key', 'x', 'spec.policy.tolerations'],
    [
      'what a rule names more exactly',
      'spec.policy',
      'Invalid value: "object": spec.policy.tolerations can only be added',
      'spec.policy.tolerations',
    ],
    ['a field that the form has not', 'spec.other', 'x', undefined],
    ['nothing', undefined, 'the hub is full', undefined],
  ])('are shown under %s', (_, field, message, expected) => {
    const [cause] = placeCauses([{ message, ...(field !== undefined && { field }) }], manifest);
    expect(cause.field).toBe(expected);
  });

  it('lose what explains nothing', () => {
    expect(cleanMessage('Invalid value: "object": spec.a is wrong')).toBe('spec.a is wrong');
    expect(cleanMessage('must be at least 1')).toBe('Must be at least 1');
    expect(toField(['spec', 'policy', 'tolerations', 2, 'key'])).toBe('spec.policy.tolerations[2].key');
  });
});

describe('what is sent', () => {
  const manifest = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourcePlacement',
    metadata: { name: 'web', namespace: 'shop', labels: { team: 'blue' } },
    spec: { resourceSelectors: [], future: 1 },
  };
  const shown = { manifest, resourceVersion: '7', generation: 3 };

  it('has the namespace as its scope, and fields that nobody knows', () => {
    expect(createRequest(manifest)).toEqual({
      scope: 'shop',
      name: 'web',
      spec: { resourceSelectors: [], future: 1 },
      labels: { team: 'blue' },
    });
    expect(scopeOf({ kind: 'ClusterResourcePlacement' })).toBe('_');
  });

  it('has labels and annotations only where they were touched', () => {
    expect(updateRequest(manifest, shown)).toEqual({
      spec: { resourceSelectors: [], future: 1 },
      resourceVersion: '7',
      generation: 3,
    });
    const edited = { ...manifest, metadata: { name: 'web', namespace: 'shop', annotations: { a: '1' } } };
    expect(updateRequest(edited, shown)).toMatchObject({
      labels: {},
      annotations: { a: '1' },
      shown: { labels: { team: 'blue' }, annotations: {} },
    });
  });

  it('is the same as a command, whatever lines it has', () => {
    expect(applyCommand('a: 1\n')).toBe("kubectl apply -f - <<'EOF'\na: 1\nEOF");
    expect(applyCommand('a: |\nEOF\n')).toBe("kubectl apply -f - <<'EOF_'\na: |\nEOF\nEOF_");
  });

  it('has numbers for digits, and everything else as it was typed', () => {
    expect([numberOrText(''), numberOrText('25'), numberOrText('25%')]).toEqual([undefined, 25, '25%']);
  });
});

describe('the difference of two texts', () => {
  it('is shown line by line, with some lines around', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\n';
    const after = 'a\nb\nc\nd\nE\nf\ng\nh\ni\n';
    const shown = foldDiff(lineDiff(before, after), 1).map(line =>
      line ? `${line.kind[0]}${line.text}` : '…',
    );
    expect(shown).toEqual(['…', 'sd', 're', 'aE', 'sf', '…', 'sh', 'ai']);
  });

  it('has nothing where nothing differs', () => {
    expect(lineDiff('a\nb', 'a\nb\n').every(({ kind }) => kind === 'same')).toBe(true);
  });
});

describe('a draft', () => {
  const draft = { text: 'b', baseText: 'a', savedAt: 1 };

  it('is kept until it is saved, and not where nothing was typed', () => {
    const key = draftKey('hub', '_/web');
    keepDraft(sessionStorage, key, draft);
    expect(loadDraft(sessionStorage, key)).toEqual(draft);
    keepDraft(sessionStorage, key, { ...draft, text: 'a' });
    expect(loadDraft(sessionStorage, key)).toBeUndefined();
    keepDraft(sessionStorage, key, draft);
    dropDraft(sessionStorage, key);
    expect(loadDraft(sessionStorage, key)).toBeUndefined();
  });

  it('is none where something else is under its key, or nothing can be read', () => {
    sessionStorage.setItem('k', '{"a":1}');
    expect(loadDraft(sessionStorage, 'k')).toBeUndefined();
    sessionStorage.setItem('k', '{');
    expect(loadDraft(sessionStorage, 'k')).toBeUndefined();
  });
});
