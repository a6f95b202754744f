import { VersionProviderError } from '@fleetstage/backstage-plugin-fleetstage-node';
import {
  AnswerTooLargeError,
  ClosedError,
  ConflictError,
  ForbiddenError,
  GoneError,
  InvalidError,
  NotFoundError,
  TransientError,
  UnauthorizedError,
  UnknownKindError,
} from '@fleetstage/kube-client';
import { asProviderError, classified } from './asProviderError';

describe('asProviderError (D/PRV-012)', () => {
  it.each([
    {
      error: new TransientError('overloaded', { isClusterWide: true, retryAfterMs: 7_000 }),
      kind: 'retryable',
    },
    { error: new ConflictError('somebody else wrote'), kind: 'retryable' },
    { error: new GoneError('compacted'), kind: 'retryable' },
    { error: new ClosedError('closed'), kind: 'retryable' },
    { error: new UnknownKindError('not installed yet'), kind: 'retryable' },
    { error: new ForbiddenError('no right'), kind: 'permission' },
    { error: new UnauthorizedError('no token'), kind: 'permission' },
    { error: new InvalidError('wrong'), kind: 'permanent' },
    { error: new NotFoundError('gone'), kind: 'permanent' },
    { error: new AnswerTooLargeError('GET /', 1), kind: 'permanent' },
    { error: new TypeError('a fault of ours'), kind: 'permanent' },
    { error: Object.assign(new Error('aborted'), { name: 'AbortError' }), kind: 'retryable' },
  ])('$error.name is $kind', ({ error, kind }) => {
    expect(asProviderError(error)).toMatchObject({ kind, message: error.message, cause: error });
  });

  it('keeps how long the server asks to wait', () => {
    const error = new TransientError('overloaded', { isClusterWide: true, retryAfterMs: 7_000 });
    expect(asProviderError(error).retryAfterMs).toBe(7_000);
  });

  it('leaves what is classified', async () => {
    const refused = new VersionProviderError('no', { kind: 'refused', refusal: 'MinorSkew' });
    await expect(classified(() => Promise.reject(refused))).rejects.toBe(refused);
  });
});
