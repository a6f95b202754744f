import { ForbiddenError, InvalidError, NotFoundError } from '@fleetstage/kube-client';
import { isNamespaceGoing } from './isNamespaceGoing';

const status = (code: number, details: object) => ({ status: { code, reason: '', message: '', details } });

describe('isNamespaceGoing', () => {
  it.each([
    [
      true,
      'being terminated',
      new ForbiddenError('', status(403, { causes: [{ reason: 'NamespaceTerminating' }] })),
    ],
    [true, 'gone', new NotFoundError('', status(404, { kind: 'namespaces' }))],
    [false, 'no right to create', new ForbiddenError('', status(403, { causes: [] }))],
    [false, 'no such kind', new NotFoundError('')],
    [false, 'an object that is refused', new InvalidError('', status(422, {}))],
  ])('%s: %s', (is, _, error) => expect(isNamespaceGoing(error)).toBe(is));
});
