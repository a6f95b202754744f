import { VersionProviderError, type VersionProvider } from '@fleetstage/backstage-plugin-fleetstage-node';
import { UnauthorizedError } from '@fleetstage/kube-client';
import { asProviderError } from '../../providers/asProviderError';

/** The providers by their names. */
export interface VersionProviderSource {
  names(): readonly string[];
  /** @throws VersionProviderError `retryable` */
  open(name: string): Promise<VersionProvider>;
  /** Its credentials are read anew when it is opened next. */
  renew(name: string): Promise<void>;
  copyLabels(name: string): readonly string[];
}

/**
 * The failure of a call. Credentials that are refused may have been renewed since they were read, so they are read again, and the
 * call is repeated: that is no answer of the provider.
 */
export async function providerFailure(
  providers: Pick<VersionProviderSource, 'renew'>,
  name: string,
  error: unknown,
): Promise<VersionProviderError> {
  const failure = asProviderError(error);
  if (!(failure.cause instanceof UnauthorizedError)) return failure;
  await providers.renew(name);
  return new VersionProviderError(`the credentials of provider ${name} are refused: ${failure.message}`, {
    kind: 'retryable',
    cause: failure.cause,
  });
}
