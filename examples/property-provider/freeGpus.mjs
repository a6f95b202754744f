/**
 * How many GPUs of a cluster are free, as a resource; a placement asks for some with
 *
 *     propertySelector: { matchExpressions: [{ name: resources.kubernetes-fleet.io/available-nvidia.com/gpu, operator: Ge, values: ['2'] }] }
 *
 * The agent of a member loads it with --property-provider freeGpus.mjs.
 */
const GPU = 'nvidia.com/gpu';
const NODE = { group: '', version: 'v1', kind: 'Node' };
const POD = { group: '', version: 'v1', kind: 'Pod' };

const sum = (objects, amountOf) => objects.reduce((total, one) => total + Number(amountOf(one) ?? 0), 0);
const isRunning = pod => pod.spec.nodeName && !['Succeeded', 'Failed'].includes(pod.status?.phase);
const requested = pod => sum(pod.spec.containers, container => container.resources?.requests?.[GPU]);

/** @type {import('@fleetstage/backstage-plugin-fleetstage-node').PropertyProvider} */
export default {
  name: 'free-gpus',
  everyMs: 60_000,
  async start({ read }) {
    // Says at once that a right is missing.
    await read.list(NODE);
  },
  async collect({ read }) {
    const nodes = await read.list(NODE);
    const total = sum(nodes, node => node.status?.capacity?.[GPU]);
    const allocatable = sum(nodes, node => node.status?.allocatable?.[GPU]);
    const pods = total > 0 ? await read.list(POD) : [];
    const used = sum(pods.filter(isRunning), requested);
    return {
      resources: { [GPU]: { total, allocatable, available: Math.max(0, allocatable - used) } },
      conditions: [
        total > 0
          ? { type: 'example.com/HasGpus', status: 'True', reason: 'DevicesFound' }
          : {
              type: 'example.com/HasGpus',
              status: 'False',
              reason: 'NoDevices',
              message: `no node has ${GPU}; is the device plugin installed?`,
            },
      ],
    };
  },
};
