import {
  annotationKeys,
  decidedConditions,
  instant,
  isTrue,
  labelKeys,
  type ApprovalRequestSpec,
  type DecisionToWrite,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  describeGate,
  findShownGate,
  refuseDecision,
  type GateForPeople,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { messageOf, type KubeObject } from '@fleetstage/kube-client';
import { UserError } from 'fleetstage';
import { askedOnly, neededOption, textOption, type Act, type Result } from '../command';
import { describe, keyOf, wordsOf } from '../hub/address';
import { APPROVALS, RUNS, siblingOf } from '../hub/families';
import { conditionsOf, type Address, type Hub } from '../hub/Hub';
import { loadRun, type ShownRun } from './loadRun';

/** An approval request with the gate that it answers. */
interface Request {
  readonly address: Address;
  readonly uid: string;
  readonly object: KubeObject;
  readonly run: ShownRun;
  readonly gate: GateForPeople;
  readonly isApproved: boolean;
}

/** Approves a stage (C/DR-016…019): a second time nothing happens. */
export async function approve(act: Act): Promise<Result> {
  const request = await loadRequest(act);
  const gate = describeGate(request.gate);
  if (request.isApproved) return said(request, 'approved', `${gate} is given already`);
  mustBeOpen(request);
  await write(act, request, { verdict: 'approved', ...(await decisionOf(act, request, 'comment')) });
  return said(request, 'approved', `${gate} is given`);
}

/** Says no: the run is stopped first, and the request shows who and why then. */
export async function reject(act: Act): Promise<Result> {
  neededOption(act, 'reason', 'say why; it stays on the request');
  const request = await loadRequest(act);
  const gate = describeGate(request.gate);
  if (request.isApproved && request.gate.end === undefined)
    throw new UserError(
      `${gate} was given; stop the run instead: kubectl fleet stop ${wordsOf(request.run.address)}`,
    );
  mustBeOpen(request);
  const { address, uid, key } = request.run;
  await act.hub.merge(address, uid, { spec: { state: 'Stop' } });
  const decision = await decisionOf(act, request, 'reason');
  await write(act, request, { verdict: 'rejected', ...decision }).catch(error => {
    throw new UserError(`run "${key}" is stopped, but ${gate} does not show why: ${messageOf(error)}`);
  });
  return said(
    request,
    'rejected',
    `${gate} is refused, and the run is stopped; go on with: kubectl fleet resume ${wordsOf(address)}`,
  );
}

async function decisionOf(act: Act, { address }: Request, option: string) {
  const comment = textOption(act, option);
  return {
    actor: await act.hub.whoAmI(),
    requestKind: address.resource.kind,
    ...(comment !== undefined && { comment }),
  };
}

async function write({ hub }: Act, { address, uid }: Request, decision: DecisionToWrite): Promise<void> {
  await hub.update(address, uid, live => {
    const before = conditionsOf(live);
    const statement = { generation: live.metadata.generation ?? 1, now: instant(Date.now()) };
    const conditions = decidedConditions(before, decision, statement);
    return conditions === before ? undefined : { body: { status: { conditions } }, isStatus: true };
  });
}

async function loadRequest(act: Act): Promise<Request> {
  const { hub } = act;
  const address = askedOnly(act, APPROVALS);
  const object = await hub.find(address);
  if (object === undefined) throw new UserError(await explainMissing(hub, address));
  const { metadata } = object;
  const { parentStageRollout: name, targetStage: stage } = object.spec as unknown as ApprovalRequestSpec;
  const resource = siblingOf(RUNS, address.namespace);
  const run = await loadRun(hub, { ...address, resource, name });
  const madeFor = metadata.annotations?.[annotationKeys.runUid];
  if (madeFor !== undefined && madeFor !== run.uid)
    throw new UserError(
      `${describe(APPROVALS, address)} was made for an earlier run of the name "${name}"; it is asked anew in a moment`,
    );
  const found = findShownGate(run.status, address.name);
  const isBefore = metadata.labels?.[labelKeys.taskType] === 'beforeStage';
  return {
    ...{ address, object, run, uid: metadata.uid ?? '' },
    isApproved: isTrue(conditionsOf(object), 'Approved', metadata.generation ?? 1),
    gate: {
      ...(found ?? { stage, when: isBefore ? 'before' : 'after', isUsed: false }),
      ...{ run: run.key, end: run.outcome, isStopped: run.state === 'Stop', isAsked: true },
      refusedBy: refusedBy(object),
    },
  };
}

/** @throws UserError */
function mustBeOpen({ gate, object, address }: Request): void {
  const refusal = refuseDecision(gate);
  if (refusal !== undefined) throw new UserError(refusal);
  if (object.metadata.deletionTimestamp !== undefined)
    throw new UserError(`${describe(APPROVALS, address)} is being deleted; look again in a moment`);
}

/** The first word of the message is the person, as `decidedConditions` writes it. */
function refusedBy(object: KubeObject): string | undefined {
  const rejected = conditionsOf(object).find(({ type }) => type === 'FleetstageRejected');
  return rejected?.status === 'True' ? rejected.message?.split(' said no ')[0] : undefined;
}

/** People often name the run. */
async function explainMissing(hub: Hub, address: Address): Promise<string> {
  const { namespace, name } = address;
  const asked = await hub.list(address.resource, { ...(namespace !== undefined && { namespace }) });
  const ofRun = asked.filter(
    one =>
      (one.spec as unknown as ApprovalRequestSpec).parentStageRollout === name &&
      !isTrue(conditionsOf(one), 'Approved', one.metadata.generation ?? 1),
  );
  const names = ofRun.map(({ metadata }) => metadata.name);
  if (names.length > 0) return `"${name}" is a run, and what is approved is its request: ${names.join(', ')}`;
  const open = asked.map(({ metadata }) => metadata.name).slice(0, 5);
  const hint = open.length === 0 ? 'nothing asks for an approval there' : `there are ${open.join(', ')}`;
  return `${describe(APPROVALS, address)} does not exist on hub "${hub.name}"; ${hint}`;
}

const said = ({ address, run, gate }: Request, verdict: string, text: string): Result => ({
  text,
  data: {
    kind: address.resource.kind,
    ...{ request: keyOf(address), run: run.key, stage: gate.stage, verdict, message: text },
  },
});
