import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON } from '../testing/builders';
import { addNodes, addRequests, toClusterProperties } from './toClusterProperties';

const node = (cpu: string, memory: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n' },
  status: { capacity: { cpu, memory, pods: '110' }, allocatable: { cpu, memory } },
});
const pod = (spec: Record<string, unknown>, phase = 'Running'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: { nodeName: 'n', ...spec },
  status: { phase },
});
const container = (cpu: string, memory: string) => ({ resources: { requests: { cpu, memory } } });
const sidecar = (cpu: string, memory: string) => ({ ...container(cpu, memory), restartPolicy: 'Always' });

const available = (...pods: KubeObject[]) =>
  toClusterProperties({ nodes: addNodes([node('4', '8Gi')]), requested: addRequests(pods) }, NOON)
    .resourceUsage.available;

describe('toClusterProperties', () => {
  it('C/PP-002, PP-005, PP-007: version, node count and sums over nodes', () => {
    expect(
      toClusterProperties(
        {
          version: 'v1.36.3',
          nodes: addNodes([node('500m', '512Mi')], addNodes([node('4', '8Gi')])),
          requested: addRequests([]),
        },
        NOON,
      ),
    ).toEqual({
      properties: { 'k8s.io/k8s-version': 'v1.36.3', 'kubernetes-fleet.io/node-count': '2' },
      resourceUsage: {
        capacity: { cpu: '4500m', memory: '8704Mi' },
        allocatable: { cpu: '4500m', memory: '8704Mi' },
        available: { cpu: '4500m', memory: '8704Mi' },
        observationTime: '2026-11-21T12:00:00Z',
      },
    });
  });

  it.each<{ rule: string; pods: KubeObject[]; cpu: string }>([
    {
      rule: 'a running pod takes its requests',
      pods: [pod({ containers: [container('1', '1Gi'), container('500m', '0')] })],
      cpu: '2500m',
    },
    {
      rule: 'a pod without a node takes nothing',
      pods: [pod({ nodeName: '', containers: [container('1', '1')] })],
      cpu: '4',
    },
    {
      rule: 'a finished pod takes nothing',
      pods: [pod({ containers: [container('1', '1')] }, 'Succeeded')],
      cpu: '4',
    },
    {
      rule: 'a large init container counts for the pod',
      pods: [pod({ containers: [container('1', '1')], initContainers: [container('3', '1')] })],
      cpu: '1',
    },
    {
      rule: 'a sidecar runs beside the containers',
      pods: Array.from({ length: 3 }, () =>
        pod({ containers: [container('500m', '0')], initContainers: [sidecar('500m', '0')] }),
      ),
      cpu: '1',
    },
    {
      rule: 'an init container runs beside the sidecars that began before it',
      pods: [
        pod({
          containers: [container('1', '1')],
          initContainers: [sidecar('500m', '0'), container('3', '1')],
        }),
      ],
      cpu: '500m',
    },
    {
      rule: 'an init container is over before later sidecars begin',
      pods: [
        pod({
          containers: [container('1750m', '1')],
          initContainers: [container('2', '1'), sidecar('500m', '0')],
        }),
      ],
      cpu: '1750m',
    },
    {
      rule: 'overhead comes on top of sidecars, too',
      pods: [
        pod({
          containers: [container('1', '1')],
          initContainers: [sidecar('1', '0'), sidecar('500m', '0')],
          overhead: { cpu: '250m' },
        }),
      ],
      cpu: '1250m',
    },
    {
      rule: 'overhead comes on top',
      pods: [pod({ containers: [container('1', '1')], overhead: { cpu: '250m' } })],
      cpu: '2750m',
    },
    { rule: 'never below zero', pods: [pod({ containers: [container('9', '1')] })], cpu: '0' },
    {
      rule: 'unreadable requests count as nothing',
      pods: [pod({ containers: [container('many', '1'), null] })],
      cpu: '4',
    },
  ])('C/PP-007: $rule', ({ pods, cpu }) => {
    expect(available(...pods)).toMatchObject({ cpu });
  });
});
