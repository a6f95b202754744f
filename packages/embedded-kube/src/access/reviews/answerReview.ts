import { badRequest } from '../../api/errors';
import type { Cluster } from '../../cluster/Cluster';
import type { KubeObject, ResourceType } from '../../contracts';
import { toInvalidError } from '../../schema/fieldErrors';
import { toTime } from '../../text';
import type { Access } from '../Access';
import type { Attributes } from '../attributes';
import { decide, explainAbsent, joinErrors } from '../rbac/decide';
import { ruleIndexOf } from '../rbac/RuleIndex';
import type { PolicyRule } from '../rbac/rules';
import { ISSUER } from '../tokens/TokenSigner';
import type { User } from '../user';
import { validateReview } from './validateReview';

/** A question about users and their rights; it is stored nowhere. */
export interface ReviewCall {
  readonly cluster: Cluster;
  readonly access: Access;
  /** Who asks. */
  readonly user: User;
  /** Decoded, with the note of who wrote it. */
  readonly review: KubeObject;
}

const ANSWERS: Readonly<Record<string, (call: ReviewCall) => object>> = {
  SelfSubjectAccessReview: call => answerAccess(call, call.user),
  SubjectAccessReview: call => answerAccess(call, subjectOf(call.review)),
  LocalSubjectAccessReview: call => answerAccess(call, subjectOf(call.review)),
  SelfSubjectRulesReview: answerRules,
  SelfSubjectReview: answerSelf,
  TokenReview: answerToken,
};

export const isReview = ({ isCustom, kind }: ResourceType): boolean =>
  !isCustom && Object.hasOwn(ANSWERS, kind);

/** The review with its status. @throws ApiError 400, 422 */
export const answerReview = (call: ReviewCall): object => ANSWERS[call.review.kind](call);

interface AccessSpec {
  readonly resourceAttributes?: Readonly<Record<string, string | undefined>>;
  readonly nonResourceAttributes?: { readonly verb?: string; readonly path?: string };
  readonly user?: string;
  readonly groups?: readonly string[];
}

function answerAccess({ cluster, review }: ReviewCall, user: User): object {
  const errors = validateReview(review);
  // The server does not say which kind is invalid.
  if (errors.length > 0) throw toInvalidError({ group: 'authorization.k8s.io', kind: '', name: '' }, errors);
  const { isAllowed, reason } = decide(cluster, user, toAttributes(review.spec as AccessSpec));
  return { ...review, status: { allowed: isAllowed, ...(reason === '' ? {} : { reason }) } };
}

function toAttributes({ resourceAttributes, nonResourceAttributes }: AccessSpec): Attributes {
  if (!resourceAttributes) {
    const { verb = '', path = '' } = nonResourceAttributes ?? {};
    return { kind: 'path', verb, path };
  }
  const { verb = '', group = '', version = '', resource = '', subresource = '' } = resourceAttributes;
  const { namespace = '', name = '' } = resourceAttributes;
  return { kind: 'resource', verb, group, version, resource, subresource, namespace, name };
}

function subjectOf({ spec }: KubeObject): User {
  const { user = '', groups = [] } = (spec ?? {}) as AccessSpec;
  return { username: user, groups };
}

/** What RBAC allows; what masters may beyond it is in no rule. */
function answerRules({ cluster, user, review }: ReviewCall): object {
  const { namespace } = (review.spec ?? {}) as { readonly namespace?: string };
  if (!namespace) throw badRequest('no namespace on request');
  const { grants, missing } = ruleIndexOf(cluster).grantsOf(user, namespace);
  const rules = grants.flatMap(grant => grant.rules);
  return {
    kind: review.kind,
    apiVersion: review.apiVersion,
    metadata: {},
    spec: {},
    status: {
      resourceRules: rules.filter(rule => has(rule.resources)).map(toResourceRule),
      nonResourceRules: rules
        .filter(rule => has(rule.nonResourceURLs))
        .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
      incomplete: false,
      ...(missing.length === 0 ? {} : { evaluationError: explainAbsent(missing) }),
    },
  };
}

const has = (list: readonly string[] | undefined): boolean => list !== undefined && list.length > 0;

const toResourceRule = ({ verbs, apiGroups, resources, resourceNames }: PolicyRule) => ({
  verbs,
  apiGroups,
  resources,
  ...(has(resourceNames) ? { resourceNames } : {}),
});

function answerSelf({ cluster, user, review }: ReviewCall): object {
  const { kind, apiVersion } = review;
  const metadata = { creationTimestamp: toTime(cluster.now()) };
  return { kind, apiVersion, metadata, status: { userInfo: user } };
}

function answerToken({ cluster, access, review }: ReviewCall): object {
  const { token, audiences = [] } = (review.spec ?? {}) as {
    readonly token?: string;
    readonly audiences?: readonly string[];
  };
  if (!token) throw badRequest('token is required for TokenReview in authentication');
  const judged = access.judge(cluster, token, audiences.length === 0 ? [ISSUER] : audiences);
  const status = judged.isValid
    ? { authenticated: true, user: judged.user, audiences: judged.audiences }
    : { user: {}, error: joinErrors(['invalid bearer token', ...(judged.why === '' ? [] : [judged.why])]) };
  return { ...review, status };
}
