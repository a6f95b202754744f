import { trackUpdate } from '../api/patch/managedFields';
import { checkIdentity } from '../api/identity';
import { answerReview } from '../access/reviews/answerReview';
import type { KubeObject } from '../contracts';
import { toTime } from '../text';
import { jsonAnswer, withWarnings, type Answer } from './Answer';
import type { ResourceCall } from './CallContext';
import { placeOf } from './place';
import { readWriteOptions } from './writeOptions';

/** Questions about users and rights are created like objects, and answered in place of being stored. */
export function answerReviewCall(call: ResourceCall, body: KubeObject): Answer {
  const { cluster, type, caller, access, representation, target } = call;
  checkIdentity(placeOf(call), body);
  const { manager, fieldValidation } = readWriteOptions(call);
  const { object, warnings } = type.admission.prepare(body, fieldValidation);
  const { creationTimestamp: _none, ...metadata } = object.metadata;
  const home = target.namespace === '' ? {} : { namespace: target.namespace };
  const next = { ...object, metadata: { ...metadata, ...home } };
  const { status: _unset, ...asked } = trackUpdate({ next, manager, type, now: toTime(cluster.now()) });
  const answer = answerReview({ cluster, access, user: caller.user, review: asked as KubeObject });
  return withWarnings(jsonAnswer(201, JSON.stringify(answer), representation.encoding), warnings);
}
