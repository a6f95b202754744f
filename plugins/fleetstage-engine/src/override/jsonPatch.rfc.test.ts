import type { JsonPatchOverride } from '@fleetstage/backstage-plugin-fleetstage-common';
import { applyPatch } from './jsonPatch';

type Document = Readonly<Record<string, unknown>>;
const REFUSED = 'refused';

const after = (document: Document, patch: readonly object[]) => {
  const result = applyPatch(document, patch as readonly JsonPatchOverride[]);
  return result.ok ? result.value : REFUSED;
};

/**
 * After the examples of RFC 6902, Appendix A. Left out: `move`, `copy` and `test` (A.6 to A.9, A.14, A.15), which the definition
 * refuses (B/OV-080), documents that are no object, and paths with an empty name, which no Kubernetes object has (B/OV-054).
 */
it.each<[string, Document, readonly object[], Document | typeof REFUSED]>([
  ['A.1 adding a member', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
  ['A.2 adding an element', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
  ['A.3 removing a member', { a: 1, b: 2 }, [{ op: 'remove', path: '/b' }], { a: 1 }],
  ['A.4 removing an element', { a: [1, 2, 3] }, [{ op: 'remove', path: '/a/1' }], { a: [1, 3] }],
  ['A.5 replacing a value', { a: 1, b: 2 }, [{ op: 'replace', path: '/b', value: 3 }], { a: 1, b: 3 }],
  [
    'A.10 adding a nested member',
    { a: 1 },
    [{ op: 'add', path: '/b', value: { c: {} } }],
    { a: 1, b: { c: {} } },
  ],
  [
    'A.11 what the operation has beside its own members is ignored',
    { a: 1 },
    [{ op: 'add', path: '/b', value: 2, more: 3 }],
    { a: 1, b: 2 },
  ],
  ['A.12 a parent that is absent', { a: 1 }, [{ op: 'add', path: '/b/c', value: 2 }], REFUSED],
  ['A.14 ~01 is ~1', { '/': 9, '~1': 10 }, [{ op: 'replace', path: '/~01', value: 1 }], { '/': 9, '~1': 1 }],
  [
    'A.16 an array as one element',
    { a: [1] },
    [{ op: 'add', path: '/a/-', value: [2, 3] }],
    { a: [1, [2, 3]] },
  ],
  ['4.1 add replaces a member', { a: 1 }, [{ op: 'add', path: '/a', value: 2 }], { a: 2 }],
  ['4.1 add at the end by number', { a: [1] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2] }],
  ['4.1 no gap in an array', { a: [1] }, [{ op: 'add', path: '/a/2', value: 2 }], REFUSED],
  ['4.1 a name is no index', { a: [1] }, [{ op: 'add', path: '/a/x', value: 2 }], REFUSED],
  ['4.2 what is absent cannot be removed', { a: 1 }, [{ op: 'remove', path: '/b' }], REFUSED],
  ['4.2 - is no element', { a: [1] }, [{ op: 'remove', path: '/a/-' }], REFUSED],
  ['4.3 what is absent cannot be replaced', { a: 1 }, [{ op: 'replace', path: '/b', value: 1 }], REFUSED],
  ['4.3 a null replaces', { a: 1 }, [{ op: 'replace', path: '/a', value: null }], { a: null }],
  [
    '5 the operations are one: nothing of a patch that fails is applied',
    { a: 1 },
    [
      { op: 'add', path: '/b', value: 2 },
      { op: 'remove', path: '/x' },
    ],
    REFUSED,
  ],
  [
    '3 each operation sees what the one before made',
    { a: [1, 2, 3] },
    [
      { op: 'remove', path: '/a/0' },
      { op: 'replace', path: '/a/0', value: 9 },
    ],
    { a: [9, 3] },
  ],
  ['RFC 6901 a leading zero is no index', { a: [1, 2] }, [{ op: 'remove', path: '/a/01' }], REFUSED],
  ['RFC 6901 ~0 and ~1', { 'm~n': 1, 'a/b': 2 }, [{ op: 'remove', path: '/m~0n' }], { 'a/b': 2 }],
  ['a digit is a name in a map', { a: { 0: 1 } }, [{ op: 'remove', path: '/a/0' }], { a: {} }],
])('RFC 6902 %s (B/OV-081…086)', (_, document, patch, then) => {
  expect(after(document, patch)).toEqual(then);
});
