import type { FieldError } from '../../contracts';
import type { CrdConversion } from '../crdSpec';
import { forbiddenError, invalidError, notSupportedError, requiredError } from '../fieldErrors';
import { explainDns1035Label } from '../names';

const STRATEGIES = ['None', 'Webhook'];
const REVIEW_VERSIONS = ['v1', 'v1beta1'];
const AT = 'spec.conversion';

export function conversionErrors(conversion: CrdConversion | null | undefined): readonly FieldError[] {
  if (!conversion) return [];
  const { strategy, webhook } = conversion;
  const errors: FieldError[] = [];
  if (!strategy) errors.push(requiredError(`${AT}.strategy`));
  else if (!STRATEGIES.includes(strategy))
    errors.push(notSupportedError(`${AT}.strategy`, strategy, STRATEGIES));
  return [...errors, ...(strategy === 'Webhook' ? webhookErrors(webhook) : strayWebhookErrors(webhook))];
}

function webhookErrors(webhook: CrdConversion['webhook']): readonly FieldError[] {
  const client = webhook?.clientConfig;
  const at = `${AT}.webhookClientConfig`;
  const versions = reviewErrors(webhook?.conversionReviewVersions ?? []);
  if (!client) return [requiredError(at, 'required when strategy is set to Webhook'), ...versions];
  const isOne = (client.url === undefined) !== (client.service === undefined);
  return [...(isOne ? [] : [requiredError(at, 'exactly one of url or service is required')]), ...versions];
}

function strayWebhookErrors(webhook: CrdConversion['webhook']): readonly FieldError[] {
  const why = 'should not be set when strategy is not set to Webhook';
  return [
    ...(webhook?.clientConfig ? [forbiddenError(`${AT}.webhookClientConfig`, why)] : []),
    ...(webhook?.conversionReviewVersions?.length
      ? [forbiddenError(`${AT}.conversionReviewVersions`, why)]
      : []),
  ];
}

function reviewErrors(versions: readonly string[]): readonly FieldError[] {
  const at = `${AT}.conversionReviewVersions`;
  if (versions.length === 0) return [requiredError(at)];
  const errors = versions.flatMap((version, i) =>
    versions.indexOf(version) < i
      ? [invalidError(`${at}[${i}]`, version, 'duplicate version')]
      : explainDns1035Label(version).map(text => invalidError(`${at}[${i}]`, version, text)),
  );
  if (versions.some(version => REVIEW_VERSIONS.includes(version))) return errors;
  return [
    ...errors,
    invalidError(at, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`),
  ];
}
