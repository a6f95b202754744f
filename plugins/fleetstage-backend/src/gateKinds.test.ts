import { createBackendModule } from '@backstage/backend-plugin-api';
import {
  annotationKeys,
  instant,
  type KubeObject,
  type UpdateRunStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { GatePlugin } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { gateKindsExtensionPoint } from '@fleetstage/backstage-plugin-fleetstage-node';
// eslint-disable-next-line @backstage/no-relative-monorepo-imports -- what is documented is what is installed
import changeFreezeModule, { changeFreeze } from '../../../examples/gate-kind/changeFreeze';
import { eventually } from './__testUtils__/eventually';
import { expectDocumented, trialOfModules } from './__testUtils__/moduleTrial';
import { aStrategyObject } from './__testUtils__/objects';
import type { StubFleet } from './__testUtils__/stubFleet';

const EXAMPLE = 'examples/gate-kind/changeFreeze.ts';
const ADA = 'user:default/ada';

/** Closed, whenever the test runs. */
const ALWAYS = {
  windows: [
    { from: 'Monday 00:00', to: 'Sunday 00:00' },
    { from: 'Sunday 00:00', to: 'Monday 00:00' },
  ],
};

const moduleWith = (kind: GatePlugin) =>
  createBackendModule({
    pluginId: 'fleetstage',
    moduleId: 'another-gate',
    register(env) {
      env.registerInit({
        deps: { gates: gateKindsExtensionPoint },
        init: async ({ gates }) => gates.addGateKind(kind),
      });
    },
  });

const stageNamed = (name: string) => ({ name, labelSelector: { matchLabels: { stage: name } } });

describe('gate kinds that modules add', () => {
  const trial = trialOfModules();
  const { start } = trial;
  let fleet: StubFleet;

  beforeEach(() => {
    ({ fleet } = trial);
    fleet.putFleet();
  });

  const nameGates = (gates: unknown) => {
    const strategy = aStrategyObject('strategy', [stageNamed('canary'), stageNamed('production')]);
    const annotations = { [annotationKeys.gates]: JSON.stringify(gates) };
    fleet.put({ ...strategy, metadata: { ...strategy.metadata, annotations } });
  };
  const statusOf = (run: string) =>
    (fleet.find('ClusterStagedUpdateRun', run) as (KubeObject & { status?: UpdateRunStatus }) | undefined)
      ?.status;
  const conditionOf = (status: UpdateRunStatus | undefined, type: string) =>
    status?.conditions?.find(condition => condition.type === type);

  it('the example is the one of the documentation', () => expectDocumented(EXAMPLE));

  it.each([
    { now: '2026-11-27T15:59:59Z', until: undefined },
    { now: '2026-11-27T16:00:00Z', until: '2026-11-30T08:00:00.000Z' },
    { now: '2026-11-29T23:59:00Z', until: '2026-11-30T08:00:00.000Z' },
    { now: '2026-11-30T07:59:59Z', until: '2026-11-30T08:00:00.000Z' },
    { now: '2026-11-30T08:00:00Z', until: undefined },
  ])('the example, closed over the weekend, at $now: $until', ({ now, until }) => {
    const config = changeFreeze.readConfig({ windows: [{ from: 'Friday 16:00', to: 'Monday 08:00' }] });
    if (!config.ok) throw new Error(config.error);
    expect(changeFreeze.preview(config.value)).toBe('closed Friday 16:00 to Monday 08:00 UTC');
    const subject = { name: 'web', labels: {}, annotations: {} };
    const stage = { name: 'production', side: 'before', clusters: [] } as const;
    const verdict = changeFreeze.decide(config.value, {
      now: instant(Date.parse(now)),
      run: subject,
      placement: subject,
      stage,
    });
    const opens = verdict.kind === 'waiting' ? verdict.until : undefined;
    expect(opens && new Date(opens).toISOString()).toBe(until);
  });

  it.each([
    [undefined, 'windows must list when no stage may begin'],
    [{ windows: [] }, 'windows must list when no stage may begin'],
    [{ windows: [null] }, 'windows[0] needs two moments'],
    [{ windows: [{ from: 'Friday 16:00', to: 'Friday 16:00' }] }, 'windows[0] needs two moments'],
    [{ windows: [{ from: 'friday 16:00', to: 'Monday 24:00' }] }, 'windows[0] needs two moments'],
  ])('the example refuses the config %j', (config, says) => {
    expect(changeFreeze.readConfig(config)).toEqual({ ok: false, error: expect.stringContaining(says) });
  });

  it('the example holds a stage of a real run, says why, and lets it end once the run is urgent', async () => {
    nameGates({ production: { before: [{ kind: 'ChangeFreeze', config: ALWAYS }] } });
    await start(changeFreezeModule);
    await fleet.untilPlaced();
    fleet.putRun('r1');
    const held = await eventually(
      () => statusOf('r1'),
      status => conditionOf(status, 'Progressing')?.message.includes('Change freeze') === true,
      30_000,
    );
    expect(conditionOf(held, 'Progressing')?.message).toMatch(
      /gate "Change freeze" before stage "production" is shut: no stage begins before (Sun|Mon)day 00:00 UTC/,
    );
    // What KubeFleet's API enumerates stays as it is.
    expect(JSON.stringify(held?.stagesStatus)).not.toContain('"ChangeFreeze"');
    expect(JSON.stringify(held?.stagedUpdateStrategySnapshot)).not.toContain('ChangeFreeze');
    expect(held?.stagesStatus?.[0]?.conditions).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'Succeeded', status: 'True' })]),
    );

    const { body } = await trial.backend!.as(ADA).get('/runs/_/r1');
    const [, production] = body.run.pipeline;
    expect(production).toMatchObject({
      state: 'waiting',
      gatesBefore: [
        {
          kind: 'ChangeFreeze',
          title: 'Change freeze',
          says: expect.stringContaining('closed Monday 00:00 to Sunday 00:00'),
          state: 'waiting',
          beganAt: expect.any(String),
          endsAt: expect.any(String),
          actsNext: 'operator',
        },
      ],
    });
    expect(body.run.blockers).toEqual([
      expect.objectContaining({ cause: 'GateWaiting', actor: 'operator', stage: 'production' }),
    ]);

    fleet.merge('ClusterStagedUpdateRun', 'r1', {
      metadata: { annotations: { 'example.com/urgent': 'security fix' } },
    });
    await eventually(
      () => statusOf('r1'),
      status => conditionOf(status, 'Succeeded')?.status === 'True',
      30_000,
    );
    const timeline = await trial.backend!.as(ADA).get('/runs/_/r1/timeline');
    const events = timeline.body.items.map(({ event }: { event: string }) => event);
    expect(events).toEqual(expect.arrayContaining(['gateWaiting', 'gateOpened']));
  });

  it('a run that waits at a gate goes on as soon as a label of a cluster opens it', async () => {
    const opened: GatePlugin = {
      name: 'Opened',
      title: 'Opened',
      sides: ['before'],
      readConfig: () => ({ ok: true, value: undefined }),
      preview: () => 'a label of each cluster',
      decide: (_config, { now, stage: { clusters } }) =>
        clusters.every(({ labels }) => labels.open === 'yes')
          ? { kind: 'open' }
          : { kind: 'waiting', message: 'c2 is not open', until: now + 3_600_000, actor: 'operator' },
    };
    nameGates({ production: { before: [{ kind: 'Opened' }] } });
    await start(moduleWith(opened));
    await fleet.untilPlaced();
    fleet.putRun('r1');
    await eventually(
      () => statusOf('r1'),
      status => conditionOf(status, 'Progressing')?.message.includes('c2 is not open') === true,
      30_000,
    );
    fleet.merge('MemberCluster', 'c2', { metadata: { labels: { open: 'yes' } } });
    await eventually(
      () => statusOf('r1'),
      status => conditionOf(status, 'Succeeded')?.status === 'True',
      30_000,
    );
  });

  it('a strategy that names a kind which is not installed prepares no run, and the run says so', async () => {
    nameGates({ production: { before: [{ kind: 'ChangeFreze' }] } });
    await start(changeFreezeModule);
    await fleet.untilPlaced();
    fleet.putRun('r1');
    const status = await eventually(
      () => statusOf('r1'),
      found => conditionOf(found, 'Initialized') !== undefined,
      30_000,
    );
    expect(conditionOf(status, 'Initialized')).toMatchObject({
      status: 'False',
      message: expect.stringContaining(
        'the annotation fleetstage.io/gates, production.before[0].kind: the gate kind ChangeFreze is not installed ' +
          '(there are ChangeFreeze)',
      ),
    });
  });

  it('a kind with the name of one of ours ends the start with a sentence', async () => {
    await expect(start(moduleWith({ ...changeFreeze, name: 'Approval' } as GatePlugin))).rejects.toThrow(
      /gate kind Approval has the name of one of Fleetstage's own; choose another name/,
    );
  });
});
