import { KubeClient, readKubeconfig } from '@fleetstage/kube-client';
import { isTrue, placement, PLACEMENT_API, updateRun, updateStrategy, workload } from '../benchObjects';
import { fillVersions, SAMPLE_VERSIONS, type VersionSubjects } from './fillVersions';
import { until } from './untilFilled';

const RUNS = { ...PLACEMENT_API, kind: 'ClusterStagedUpdateRun' };
const PLACEMENTS = { ...PLACEMENT_API, kind: 'ClusterResourcePlacement' };
const NAME = 'everywhere';
const FINISHED_RUNS = 20;
/** Beside the two of the sample and the one on all clusters. */
const SMALL_PLACEMENTS = 47;

/** What the pages are asked about. */
export interface PageSubjects extends VersionSubjects {
  readonly placement: string;
  readonly run: string;
  readonly strategy: string;
  /** With an approval after it. */
  readonly stage: string;
  readonly cluster: string;
}

/** Of the sample, which `npm start` places. */
export const SAMPLE: PageSubjects = {
  placement: 'web-shop',
  run: 'web-shop-2-14-0',
  strategy: 'careful',
  stage: 'canary',
  cluster: 'member-3',
  ...SAMPLE_VERSIONS,
};

/**
 * Beside the sample a placement on all clusters, a run over them that waits for an approval, 20 finished runs of as many
 * clusters, and placements of ten clusters each: 50 in all; then a sequence of versions over all clusters (`fillVersions`).
 */
export const fillFleet = (kubeconfig: string, giveUpMs: number): Promise<PageSubjects> =>
  onHub(kubeconfig, async hub => {
    const deadline = Date.now() + giveUpMs;
    for (const object of workload(NAME, 1)) await hub.create(object);
    await hub.create(placement(NAME, 'External'));
    await hub.create(updateStrategy(`${NAME}-at-once`, { maxConcurrency: '100%' }));
    await hub.create(updateStrategy(`${NAME}-asking`, { maxConcurrency: '100%', approvalAfter: 'canary' }));
    for (let i = 1; i <= FINISHED_RUNS; i++) {
      const name = `${NAME}-${String(i).padStart(2, '0')}`;
      await hub.create(updateRun(name, { placement: NAME, strategy: `${NAME}-at-once` }));
      await until(deadline, `run ${name} has succeeded`, async () =>
        isTrue((await hub.find(RUNS, { name }))?.status, 'Succeeded'),
      );
    }
    for (let i = 1; i <= SMALL_PLACEMENTS; i++) await placeSmall(hub, `small-${String(i).padStart(2, '0')}`);
    // What is still under way would be measured with the pages: the engine shares their process.
    await until(deadline, 'the small placements are available', async () => {
      const { items } = await hub.list(PLACEMENTS);
      const small = items.filter(({ metadata }) => metadata.name.startsWith('small-'));
      return small.every(({ status }) => isTrue(status, 'ClusterResourcePlacementAvailable'));
    });
    const run = `${NAME}-now`;
    await hub.create(updateRun(run, { placement: NAME, strategy: `${NAME}-asking` }));
    const asked = `${run}-canary`;
    const requests = { ...PLACEMENT_API, kind: 'ClusterApprovalRequest' };
    await until(deadline, `approval ${asked} is asked for`, async () =>
      Boolean(await hub.find(requests, { name: asked })),
    );
    const versions = await fillVersions(hub, deadline);
    return {
      ...{ placement: NAME, run, strategy: `${NAME}-at-once`, stage: 'canary', cluster: 'member-3' },
      ...versions,
    };
  });

/** The sequence of versions beside the sample alone. */
export const fillVersionsAlone = (kubeconfig: string, giveUpMs: number): Promise<PageSubjects> =>
  onHub(kubeconfig, async hub => ({ ...SAMPLE, ...(await fillVersions(hub, Date.now() + giveUpMs)) }));

async function onHub<T>(kubeconfig: string, fill: (hub: KubeClient) => Promise<T>): Promise<T> {
  const hub = new KubeClient(await readKubeconfig(kubeconfig, 'hub'));
  try {
    return await fill(hub);
  } finally {
    await hub.close();
  }
}

async function placeSmall(hub: KubeClient, name: string): Promise<void> {
  const [namespace, configMap] = workload(name, 1);
  await hub.create(namespace);
  await hub.create(configMap);
  const policy = { placementType: 'PickN', numberOfClusters: 10 };
  await hub.create(placement(name, 'RollingUpdate', policy));
}
