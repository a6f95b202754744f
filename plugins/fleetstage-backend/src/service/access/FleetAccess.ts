import {
  approveRunPermission,
  controlRunPermission,
  createPlacementPermission,
  createRunPermission,
  deletePlacementPermission,
  deleteRunPermission,
  evictPlacementPermission,
  isSameUser,
  leaveFleetPermission,
  normalizeEntityRef,
  readWorkloadLogsPermission,
  readWorkloadPermission,
  setBudgetPermission,
  drainClusterPermission,
  updateClusterPermission,
  updatePlacementPermission,
  createOverridePermission,
  createStrategyPermission,
  deleteOverridePermission,
  deleteStrategyPermission,
  joinClusterPermission,
  readOverridePermission,
  updateOverridePermission,
  toPlacementKey,
  updateStrategyPermission,
  viewPermission,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  BackstageCredentials,
  PermissionsRegistryService,
  PermissionsService,
  UserInfoService,
} from '@backstage/backend-plugin-api';
import { NotAllowedError } from '@backstage/errors';
import {
  AuthorizeResult,
  type BasicPermission,
  type PermissionCondition,
  type PermissionCriteria,
  type PolicyDecision,
} from '@backstage/plugin-permission-common';
import type { CatalogService } from '@backstage/plugin-catalog-node';
import { createConditionAuthorizer } from '@backstage/plugin-permission-node';
import {
  newRunResourceRef,
  placementResourceRef,
  runResourceRef,
  sequenceResourceRef,
  strategyResourceRef,
} from '../../permissions/rules';
import { scopeOfKey } from '../commands/guardedAnnotations';
import { readClusterOwners } from './clusterOwners';
import type {
  NewRunResource,
  PlacementResource,
  RunResource,
  SequenceResource,
  StrategyResource,
  StrategyScope,
  UnknownPlacement,
} from '../../permissions/resources';
import type { Permit, SequenceRight, Viewer } from '../viewer';
import { SEQUENCE_PERMISSIONS } from './sequencePermits';

export interface AccessDeps {
  readonly permissions: PermissionsService;
  readonly permissionsRegistry: PermissionsRegistryService;
  readonly userInfo: UserInfoService;
  readonly catalog: CatalogService;
}

interface Person {
  readonly ref: string;
  /** Entity refs that the person acts for, their own included; normalized. */
  readonly owns: ReadonlySet<string>;
}

interface Approving {
  readonly run: RunResource;
  readonly approvers: readonly string[] | undefined;
  /** May write strategies, and with them who approves. */
  readonly knowsBetter: () => boolean;
}

const GRANTED: Permit = { isAllowed: true };

/** Asked without a resource. */
const BASIC = {
  view: viewPermission,
  createPlacement: createPlacementPermission,
  updateCluster: updateClusterPermission,
  leaveFleet: leaveFleetPermission,
  drainCluster: drainClusterPermission,
  readOverrides: readOverridePermission,
  createOverride: createOverridePermission,
  updateOverride: updateOverridePermission,
  deleteOverride: deleteOverridePermission,
  joinCluster: joinClusterPermission,
};

/** Asked with the resource: a policy may answer with conditions. */
const CONDITIONAL = {
  approve: approveRunPermission,
  control: controlRunPermission,
  createRun: createRunPermission,
  updatePlacement: updatePlacementPermission,
  deletePlacement: deletePlacementPermission,
  evictPlacement: evictPlacementPermission,
  setBudget: setBudgetPermission,
  deleteRun: deleteRunPermission,
  readWorkloads: readWorkloadPermission,
  readLogs: readWorkloadLogsPermission,
  createStrategy: createStrategyPermission,
  updateStrategy: updateStrategyPermission,
  deleteStrategy: deleteStrategyPermission,
  ...SEQUENCE_PERMISSIONS,
};

/** Answers by the names of their questions, which come in the same order: one between two others moves no answer. */
const named = <K extends string, A>(questions: Readonly<Record<K, unknown>>, answers: readonly A[]) =>
  Object.fromEntries(Object.keys(questions).map((key, i) => [key, answers[i]])) as Record<K, A>;

/** Turns credentials into a viewer: two calls of the permission system and one for the groups, whatever is asked later. */
export class FleetAccess {
  constructor(private readonly deps: AccessDeps) {}

  /** @throws NotAllowedError without `fleetstage.view` */
  async createViewer(credentials: BackstageCredentials): Promise<Viewer> {
    const [basic, conditional, person] = await Promise.all([
      this.authorizeBasic(credentials),
      this.authorizeResources(credentials),
      this.personOf(credentials),
    ]);
    if (!basic.view) throw new NotAllowedError(lacking(viewPermission.name).reason);
    return {
      ...(person && { ref: person.ref }),
      ...serviceOf(credentials),
      mayApprove: (run, approvers) =>
        this.mayApprove(conditional.approve, person, {
          ...{ run, approvers },
          knowsBetter: () => this.judgeStrategies(conditional.updateStrategy, scopeOfKey(run)).isAllowed,
        }),
      mayControl: run => this.judgeRun(controlRunPermission.name, conditional.control, run),
      mayDeleteRun: run => this.judgeRun(deleteRunPermission.name, conditional.deleteRun, run),
      mayCreateRun: run => this.judgeNewRun(conditional.createRun, run),
      mayCreatePlacement: () => (basic.createPlacement ? GRANTED : lacking(createPlacementPermission.name)),
      mayUpdatePlacement: placement =>
        this.judgePlacement(updatePlacementPermission.name, conditional.updatePlacement, placement),
      mayDeletePlacement: placement =>
        this.judgePlacement(deletePlacementPermission.name, conditional.deletePlacement, placement),
      mayEvictPlacement: placement =>
        this.judgePlacement(evictPlacementPermission.name, conditional.evictPlacement, placement),
      maySetBudget: placement =>
        this.judgePlacement(setBudgetPermission.name, conditional.setBudget, placement),
      mayReadWorkloads: placement =>
        this.judgePlacement(readWorkloadPermission.name, conditional.readWorkloads, placement),
      mayReadLogs: placement =>
        this.judgePlacement(readWorkloadLogsPermission.name, conditional.readLogs, placement),
      ...this.strategyPermits(conditional),
      mayJoinCluster: () => (basic.joinCluster ? GRANTED : lacking(joinClusterPermission.name)),
      mayUpdateCluster: () => (basic.updateCluster ? GRANTED : lacking(updateClusterPermission.name)),
      mayLeaveFleet: () => (basic.leaveFleet ? GRANTED : lacking(leaveFleetPermission.name)),
      mayDrainCluster: () => (basic.drainCluster ? GRANTED : lacking(drainClusterPermission.name)),
      ...overridePermits(basic),
      maySequence: (right, sequence) => this.judgeSequence(right, conditional[right], sequence),
      clusterOwners: () => readClusterOwners(this.deps.catalog, credentials),
    };
  }

  /** Whether they may see the fleet, and so read its names. Nobody without credentials may. */
  async maySee(credentials: BackstageCredentials): Promise<boolean> {
    if (typeOf(credentials.principal) === 'none') return false;
    const [{ result }] = await this.deps.permissions.authorize([{ permission: viewPermission }], {
      credentials,
    });
    return result === AuthorizeResult.ALLOW;
  }

  private async authorizeBasic(credentials: BackstageCredentials) {
    const answers = await this.deps.permissions.authorize(
      Object.values<BasicPermission>(BASIC).map(permission => ({ permission })),
      { credentials },
    );
    return named(
      BASIC,
      answers.map(({ result }) => result === AuthorizeResult.ALLOW),
    );
  }

  private async authorizeResources(credentials: BackstageCredentials) {
    const answers = await this.deps.permissions.authorizeConditional(
      Object.values(CONDITIONAL).map(permission => ({ permission })),
      { credentials },
    );
    return named(CONDITIONAL, answers);
  }

  private async personOf(credentials: BackstageCredentials): Promise<Person | undefined> {
    if (!isUser(credentials.principal)) return undefined;
    const { userEntityRef, ownershipEntityRefs } = await this.deps.userInfo.getUserInfo(credentials);
    const ref = normalizeEntityRef(userEntityRef, 'user');
    return { ref, owns: new Set([ref, ...ownershipEntityRefs.map(one => normalizeEntityRef(one, 'group'))]) };
  }

  private mayApprove(
    decision: PolicyDecision,
    person: Person | undefined,
    { run, approvers, knowsBetter }: Approving,
  ): Permit {
    if (person === undefined) return refused('People approve; the token of a service does not count');
    const judge = (resource: RunResource) => this.judgeRun(approveRunPermission.name, decision, resource);
    const permit = judge(run);
    if (!permit.isAllowed) {
      const reason = whyNot(run, person.ref, judge);
      return reason === undefined ? permit : refused(reason);
    }
    if (approvers === undefined) return knowsBetter() ? GRANTED : refused(UNKNOWN_APPROVERS);
    if (approvers.length === 0 || approvers.some(ref => person.owns.has(ref))) return GRANTED;
    return refused(
      `Only ${approvers.join(', ')} may approve here, as the strategy said when the run was planned`,
    );
  }

  private judgeRun(permission: string, decision: PolicyDecision, run: RunResource): Permit {
    const judge = createConditionAuthorizer(
      this.deps.permissionsRegistry.getPermissionRuleset(runResourceRef),
    );
    return judge(decision, run) ? GRANTED : lacking(permission, decision, `run ${run.name}`);
  }

  private judgeNewRun(decision: PolicyDecision, run: NewRunResource | undefined): Permit {
    const { name } = createRunPermission;
    if (run === undefined) return decision.result === AuthorizeResult.DENY ? lacking(name) : GRANTED;
    const judge = createConditionAuthorizer(
      this.deps.permissionsRegistry.getPermissionRuleset(newRunResourceRef),
    );
    const { placement, strategy } = run;
    if (judge(decision, run)) return GRANTED;
    return lacking(name, decision, `runs of placement ${placement} by strategy ${strategy}`);
  }

  private strategyPermits(
    decisions: Record<'createStrategy' | 'updateStrategy' | 'deleteStrategy', PolicyDecision>,
  ) {
    const { createStrategy, updateStrategy, deleteStrategy } = decisions;
    const { name } = createStrategyPermission;
    return {
      mayCreateStrategy: (strategy?: StrategyResource) => {
        if (strategy !== undefined) return this.judgeStrategy(name, createStrategy, strategy);
        return createStrategy.result === AuthorizeResult.DENY ? lacking(name) : GRANTED;
      },
      mayUpdateStrategy: (strategy: StrategyResource) =>
        this.judgeStrategy(updateStrategyPermission.name, updateStrategy, strategy),
      mayUpdateStrategies: (scope: StrategyScope) => this.judgeStrategies(updateStrategy, scope),
      mayDeleteStrategy: (strategy: StrategyResource) =>
        this.judgeStrategy(deleteStrategyPermission.name, deleteStrategy, strategy),
    };
  }

  private judgeStrategy(name: string, decision: PolicyDecision, strategy: StrategyResource): Permit {
    const judge = createConditionAuthorizer(
      this.deps.permissionsRegistry.getPermissionRuleset(strategyResourceRef),
    );
    if (judge(decision, strategy)) return GRANTED;
    return decision.result === AuthorizeResult.DENY
      ? lacking(name)
      : lacking(name, decision, `strategy ${strategy.name}`);
  }

  private judgeSequence(
    right: SequenceRight,
    decision: PolicyDecision,
    sequence: SequenceResource | undefined,
  ): Permit {
    const { name } = SEQUENCE_PERMISSIONS[right];
    if (sequence === undefined) return decision.result === AuthorizeResult.DENY ? lacking(name) : GRANTED;
    const judge = createConditionAuthorizer(
      this.deps.permissionsRegistry.getPermissionRuleset(sequenceResourceRef),
    );
    return judge(decision, sequence) ? GRANTED : lacking(name, decision, `sequence ${sequence.name}`);
  }

  /** Conditions that read more than the namespace hold for some strategies of it at most. */
  private judgeStrategies(decision: PolicyDecision, { hub, namespace }: StrategyScope): Permit {
    const { name } = updateStrategyPermission;
    if (decision.result !== AuthorizeResult.CONDITIONAL)
      return decision.result === AuthorizeResult.ALLOW ? GRANTED : lacking(name);
    const any = { hub, name: namedIn(namespace, 'any'), labels: {} };
    const isCovered =
      readsOnly('IN_NAMESPACE', decision.conditions) && this.judgeStrategy(name, decision, any).isAllowed;
    const subject =
      namespace === undefined ? 'all cluster-wide strategies' : `all strategies of ${namespace}`;
    return isCovered ? GRANTED : lacking(name, decision, subject);
  }

  /** A rule about labels that nobody knows is neither kept nor broken, so that no condition counts then. */
  private judgePlacement(
    name: string,
    decision: PolicyDecision,
    placement: PlacementResource | UnknownPlacement,
  ): Permit {
    if (placement.labels === undefined) {
      if (decision.result === AuthorizeResult.CONDITIONAL)
        return refused(unknownLabels(name, placement.name));
      return decision.result === AuthorizeResult.ALLOW
        ? GRANTED
        : lacking(name, decision, `placement ${placement.name}`);
    }
    const judge = createConditionAuthorizer(
      this.deps.permissionsRegistry.getPermissionRuleset(placementResourceRef),
    );
    return judge(decision, placement) ? GRANTED : lacking(name, decision, `placement ${placement.name}`);
  }
}

const namedIn = (namespace: string | undefined, name: string) =>
  toPlacementKey({ ...(namespace !== undefined && { namespace }), name });

function readsOnly(rule: string, criteria: PermissionCriteria<PermissionCondition>): boolean {
  if ('allOf' in criteria) return criteria.allOf.every(one => readsOnly(rule, one));
  if ('anyOf' in criteria) return criteria.anyOf.every(one => readsOnly(rule, one));
  return 'not' in criteria ? readsOnly(rule, criteria.not) : criteria.rule === rule;
}

const overridePermits = (basic: Readonly<Record<keyof typeof BASIC, boolean>>) => ({
  mayReadOverrides: () => (basic.readOverrides ? GRANTED : lacking(readOverridePermission.name)),
  mayCreateOverride: () => (basic.createOverride ? GRANTED : lacking(createOverridePermission.name)),
  mayUpdateOverride: () => (basic.updateOverride ? GRANTED : lacking(updateOverridePermission.name)),
  mayDeleteOverride: () => (basic.deleteOverride ? GRANTED : lacking(deleteOverridePermission.name)),
});

const typeOf = (principal: unknown) =>
  typeof principal === 'object' && principal !== null && 'type' in principal ? principal.type : undefined;

const isUser = (principal: unknown) => typeOf(principal) === 'user';

function serviceOf({ principal }: BackstageCredentials): { service?: string } {
  if (typeOf(principal) !== 'service') return {};
  const { subject } = principal as { subject?: unknown };
  return typeof subject === 'string' ? { service: subject } : {};
}

const OWN_RUN = 'You created, started or resumed this run, so another person has to approve';
const UNKNOWN_APPROVERS =
  'Who approves this run is not known any more: it was planned by a version that did not keep its approvers, and its ' +
  `strategy is gone. Create the strategy again, or have somebody approve who has ${updateStrategyPermission.name}`;
const UNKNOWN_INITIATORS =
  'It is not known who created and started this run (kubectl, GitOps, a service), which your permission asks for; ' +
  'create the run through Fleetstage, or have somebody approve whose permission does not';

const unknownLabels = (permission: string, placement: string) =>
  `Placement ${placement} is gone from the hub, and its labels are not known any more: somebody decides whose permission ` +
  `${permission} covers all placements`;

/** Which of the rules about initiators refuses, if it is they. */
function whyNot(run: RunResource, user: string, judge: (run: RunResource) => Permit): string | undefined {
  const known = { ...run, areInitiatorsKnown: true };
  if (!run.areInitiatorsKnown && judge(known).isAllowed) return UNKNOWN_INITIATORS;
  const others = run.initiators.filter(ref => !isSameUser(ref, user));
  const isOwn = others.length < run.initiators.length;
  return isOwn && judge({ ...known, initiators: others }).isAllowed ? OWN_RUN : undefined;
}

const refused = (reason: string): Permit => ({ isAllowed: false, reason });

function lacking(permission: string, decision?: PolicyDecision, subject?: string) {
  const isPartly = decision?.result === AuthorizeResult.CONDITIONAL;
  const reason = isPartly
    ? `Your permission ${permission} does not cover ${subject}`
    : `You need the permission ${permission}${subject === undefined ? '' : ` for ${subject}`}`;
  return { isAllowed: false, reason, permission };
}
