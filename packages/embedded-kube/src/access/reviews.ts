import type { KubeObject } from '../contracts';
import { toSet } from '../api/patch/fieldSet';
import { withManagers } from '../api/patch/managers';
import { compareValues } from '../api/patch/typedSets';
import { ADMIN } from './authorize';

interface Asked {
  readonly review: KubeObject;
  /** Who asks, as `managedFields` tells it. */
  readonly manager: string;
  /** RFC 3339 in seconds. */
  readonly now: string;
}

/** Reviews are stored nowhere; a real server notes all the same who wrote the question. */
function noted({ review, manager, now }: Asked): KubeObject {
  const { apiVersion, spec = {} } = review;
  const { written } = compareValues({}, spec, {
    node: undefined,
    source: { root: {}, resolve: () => undefined },
  });
  const fields = toSet(false, new Map([['f:spec', written]]));
  const entry = { name: manager, operation: 'Update', apiVersion, time: now, fields } as const;
  return withManagers(review, new Map([[manager, entry]]));
}

const allow = (asked: Asked) => ({ ...noted(asked), status: { allowed: true } });

const ANSWERS: Readonly<Record<string, (asked: Asked) => object>> = {
  '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews': allow,
  '/apis/authorization.k8s.io/v1/subjectaccessreviews': allow,
  '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews': ({ review }) => ({
    ...review,
    spec: {},
    status: {
      resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
      incomplete: false,
    },
  }),
  '/apis/authentication.k8s.io/v1/selfsubjectreviews': ({ review, now }) => ({
    ...review,
    metadata: { creationTimestamp: now },
    status: { userInfo: ADMIN },
  }),
};

/** Questions about rights: the one user that there is may do everything. `undefined`: the path is no such question. */
export const reviewAt = (path: string): ((asked: Asked) => object) | undefined => ANSWERS[path];
