import type { ErrorRequestHandler, Request, Router } from 'express';
import type { Audit, AuditedAct } from '../observe/audit';
import { CLUSTER_SCOPE } from '../service/queryDeps';

const RUN = '/runs/:scope/:name';
const GATE = `${RUN}/gates/:stage/:task`;
const SEQUENCE = '/sequences/:name';
const ROLLOUT = '/version-rollouts/:name';
export const WORKLOADS = '/placements/:scope/:name/clusters/:cluster/workloads';
export const PREVIEW_DIFF = '/placements/:scope/:name/preview/:cluster/diff';

/** Every request that changes something or reads on a member, by how it is addressed. */
const ACTS: readonly (readonly [
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  act: AuditedAct | ((request: Request) => AuditedAct),
])[] = [
  ['post', '/runs', 'run-create'],
  ['post', `${RUN}/state`, stateAct],
  ['post', `${RUN}/retry`, 'run-retry'],
  ['post', `${RUN}/end`, 'run-end'],
  ['post', `${RUN}/rollback`, 'run-rollback'],
  ['delete', RUN, 'run-delete'],
  ['post', `${GATE}/approve`, 'run-approve'],
  ['post', `${GATE}/withdraw`, 'run-withdraw'],
  ['post', `${GATE}/reject`, 'run-reject'],
  ['post', '/placements', 'placement-create'],
  ['put', '/placements/:scope/:name', 'placement-update'],
  ['post', '/placements/:scope/:name/clusters/:cluster/apply', 'placement-apply'],
  ['post', '/placements/:scope/:name/evictions', 'placement-evict'],
  ['put', '/placements/:scope/:name/budget', 'placement-budget'],
  ['delete', '/placements/:scope/:name/budget', 'placement-budget-delete'],
  ['delete', '/placements/:scope/:name', 'placement-delete'],
  ['post', '/strategies', 'strategy-create'],
  ['put', '/clusters/:name', 'cluster-update'],
  ['delete', '/clusters/:name', 'cluster-leave'],
  ['post', '/clusters/:name/drain', 'cluster-drain'],
  ['post', '/clusters/:name/uncordon', 'cluster-uncordon'],
  ['post', '/clusters', 'cluster-join'],
  ['post', '/clusters/:name/join-token', 'cluster-join-token'],
  ['put', '/strategies/:scope/:name', 'strategy-update'],
  ['delete', '/strategies/:scope/:name', 'strategy-delete'],
  ['post', '/overrides', 'override-create'],
  ['put', '/overrides/:scope/:name', 'override-update'],
  ['delete', '/overrides/:scope/:name', 'override-delete'],
  ['get', WORKLOADS, 'workload-read'],
  ['get', `${WORKLOADS}/object`, 'workload-read'],
  ['get', PREVIEW_DIFF, 'workload-read'],
  ['get', `${WORKLOADS}/logs`, 'workload-logs'],
  ['post', '/sequences', 'sequence-create'],
  ['put', SEQUENCE, 'sequence-update'],
  ['delete', SEQUENCE, 'sequence-delete'],
  ['post', `${SEQUENCE}/suspend`, 'sequence-suspend'],
  ['post', `${SEQUENCE}/resume`, 'sequence-resume'],
  ['post', `${SEQUENCE}/start`, 'sequence-start'],
  ['post', `${ROLLOUT}/pause`, 'rollout-pause'],
  ['post', `${ROLLOUT}/resume`, 'rollout-resume'],
  ['post', `${ROLLOUT}/cancel`, 'rollout-cancel'],
  ['post', `${ROLLOUT}/force-complete`, 'rollout-force-complete'],
  ['post', `${ROLLOUT}/override-soak`, 'rollout-override-soak'],
  ['post', `${ROLLOUT}/skip-cluster`, 'rollout-skip-cluster'],
  ['post', `${ROLLOUT}/unskip-cluster`, 'rollout-unskip-cluster'],
  ['post', `${ROLLOUT}/retry`, 'rollout-retry'],
  ['post', `${ROLLOUT}/ignore-maintenance`, 'rollout-ignore-maintenance'],
  ['post', '/removals/confirm', 'removal-confirm'],
  ['post', '/removals/release', 'removal-release'],
];

/** Where the platform lets requests through to our router, which refuses and audits; the roots of all audited paths. */
export const AUDITED_ROOTS: readonly string[] = [
  ...new Set(ACTS.map(([, path]) => path.slice(0, `${path}/`.indexOf('/', 1)))),
];

interface Noted {
  readonly actOf: () => AuditedAct;
  readonly params: Request['params'];
}

const notedOf = (locals: Record<string, unknown>) => locals.fleetstageAct as Noted | undefined;

/** Notes of a request which act it asks for, before anything can refuse it. */
export function noteActs(router: Router): void {
  for (const [method, path, act] of ACTS)
    router[method](path, (request, response, next) => {
      const actOf = () => (typeof act === 'function' ? act(request) : act);
      response.locals.fleetstageAct = { actOf, params: { ...request.params } } satisfies Noted;
      next();
    });
}

/** Audits what was refused on the way to its route; what the route itself has refused is audited there. */
export const auditRefusals =
  (audit: Audit, hub: () => string): ErrorRequestHandler =>
  (error, request, response, next) => {
    const noted = notedOf(response.locals);
    if (noted === undefined) {
      next(error);
      return;
    }
    const act = noted.actOf();
    const { query, body } = request;
    const about = aboutOf(act, { params: noted.params, query, body }, hub());
    audit.refusal(request, { act, about, error }).then(() => next(error), next);
  };

/** Which of the two acts a change of a run's state is. */
export function stateAct({ body }: Pick<Request, 'body'>): AuditedAct {
  const state: unknown = (body ?? {}).state;
  if (state === 'Stop') return 'run-stop';
  return state === 'Run' ? 'run-start' : 'run-state';
}

/** Beyond it a name is none, and a reason not worth more room. */
const LONGEST = 2_000;

type Fields = Readonly<Record<string, unknown>>;

/** The subject of an act. The body may be anything: it is read before and after the contract has judged it. */
export function aboutOf(
  act: AuditedAct,
  { params, query, body }: Pick<Request, 'params' | 'query' | 'body'>,
  defaultHub: string,
) {
  const { stage, task } = params;
  const fields: Fields = typeof body === 'object' && body !== null ? body : {};
  const subject = act.startsWith('run-') ? 'run' : subjectOf(act);
  const [scope, name] = [params.scope ?? textOf(fields.scope), params.name ?? textOf(fields.name)];
  const [reason, comment] = [textOf(fields.reason), textOf(fields.comment)];
  const evictedFrom = act === 'placement-evict' ? textOf(fields.cluster) : undefined;
  return {
    hub: textOf(query.hub) ?? defaultHub,
    [subject]: placementsOf(fields) ?? nameIn(scope, name ?? ''),
    ...(act.startsWith('workload-') && objectIn(params, query)),
    ...(evictedFrom !== undefined && { cluster: evictedFrom }),
    ...((subject === 'sequence' || subject === 'rollout') && askedOfVersions(fields)),
    ...(stage !== undefined && { stage, gate: task }),
    ...(reason !== undefined && { reason }),
    ...(comment !== undefined && { comment }),
  };
}

/** What is done to a rollout of a version, or to a sequence, beyond the name of the act. */
function askedOfVersions({ stage, soakDuration, version, force, ignore, clusters }: Fields) {
  const [inStage, soak, target] = [stage, soakDuration, version].map(textOf);
  return {
    ...(inStage !== undefined && { stage: inStage }),
    ...(soak !== undefined && { soakDuration: soak }),
    ...(target !== undefined && { version: target }),
    ...(force === true && { force }),
    ...(typeof ignore === 'boolean' && { ignore }),
    ...(Array.isArray(clusters) && { clusters: clusters.filter(isText).join(', ').slice(0, LONGEST) }),
  };
}

const subjectOf = (act: AuditedAct) =>
  act.startsWith('workload-') ? 'placement' : act.slice(0, act.indexOf('-'));

/** Which cluster, and which object on it. */
function objectIn({ cluster }: Request['params'], query: Request['query']) {
  const [kind, namespace, name, container] = [
    query.kind,
    query.objectNamespace,
    query.objectName,
    query.container,
  ].map(textOf);
  return {
    cluster,
    ...(name !== undefined && { object: [kind, namespace, name].filter(Boolean).join('/') }),
    ...(container !== undefined && { container }),
  };
}

/** The subject of a decision on several placements. */
const placementsOf = ({ placements }: Fields) =>
  Array.isArray(placements) ? placements.filter(isText).join(', ').slice(0, LONGEST) : undefined;

const isText = (value: unknown): value is string => typeof value === 'string';

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, LONGEST) : undefined);

const nameIn = (scope: string | undefined, name: string) =>
  scope === undefined || scope === CLUSTER_SCOPE ? name : `${scope}/${name}`;
