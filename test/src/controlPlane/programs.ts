import { join } from 'node:path';
import { besideSources } from './besideSources';
import type { Program } from './Supervisor';

/** Where the files of one control plane are, and the ports and addresses it is reached by. */
export interface ControlPlaneLayout {
  readonly name: string;
  readonly kind: 'hub' | 'member';
  readonly folder: string;
  readonly port: number;
}

/** What all control planes of a fleet share. */
export interface FleetLayout {
  readonly assets: string;
  readonly folder: string;
  readonly etcdPort: number;
  readonly etcdPeerPort: number;
  /** As a server in use: writes are forced to the disk. And nothing is written beside them: no audit log. */
  readonly isMeasured: boolean;
}

export const manifestPath = (name: string) => besideSources('manifests', name);
export const certificatePath = (plane: ControlPlaneLayout) => join(plane.folder, 'certs', 'apiserver.crt');
export const auditLogPath = (plane: ControlPlaneLayout) => join(plane.folder, 'audit.log');
export const tokensPath = (plane: ControlPlaneLayout) => join(plane.folder, 'tokens.csv');
export const kubeconfigOf = (plane: ControlPlaneLayout, user: string) =>
  join(plane.folder, `${user}.kubeconfig`);
export const signingKeyPath = (fleet: FleetLayout) => join(fleet.folder, 'service-accounts.key');
export const verifyingKeyPath = (fleet: FleetLayout) => join(fleet.folder, 'service-accounts.pub');

/** What any cluster does with its objects: the hub has only these, so what is placed does not run there. */
const HOUSEKEEPING = [
  'namespace',
  'garbage-collector',
  'serviceaccount',
  'serviceaccount-token',
  'root-ca-certificate-publisher',
  'clusterrole-aggregation',
  'resourcequota',
  'validatingadmissionpolicy-status',
];

const WORKLOADS = [
  'deployment',
  'replicaset',
  'replicationcontroller',
  'statefulset',
  'daemonset',
  'job',
  'cronjob',
  'ttl-after-finished',
  'disruption',
  'endpoints',
  'endpointslice',
  'persistentvolumeclaim-protection',
  'persistentvolume-protection',
];

const STAGES = ['node-ready', 'pod-ready', 'pod-stuck', 'pod-complete', 'pod-delete'];

/** One etcd for the whole fleet: every control plane has its own prefix in it. */
export function renderEtcd(fleet: FleetLayout): Program {
  const clientUrl = `http://127.0.0.1:${fleet.etcdPort}`;
  const peerUrl = `http://127.0.0.1:${fleet.etcdPeerPort}`;
  return {
    id: 'etcd',
    command: join(fleet.assets, 'etcd'),
    logPath: join(fleet.folder, 'etcd.log'),
    args: [
      `--data-dir=${join(fleet.folder, 'etcd')}`,
      `--listen-client-urls=${clientUrl}`,
      `--advertise-client-urls=${clientUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=default=${peerUrl}`,
      ...(fleet.isMeasured ? [] : ['--unsafe-no-fsync']),
      `--quota-backend-bytes=${8 * 1024 ** 3}`,
      '--log-level=warn',
    ],
  };
}

export function renderApiServer(fleet: FleetLayout, plane: ControlPlaneLayout): Program {
  return {
    id: `${plane.name}/kube-apiserver`,
    command: join(fleet.assets, 'kube-apiserver'),
    logPath: join(plane.folder, 'kube-apiserver.log'),
    args: [
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      `--secure-port=${plane.port}`,
      `--cert-dir=${join(plane.folder, 'certs')}`,
      `--etcd-servers=http://127.0.0.1:${fleet.etcdPort}`,
      `--etcd-prefix=/${plane.name}`,
      `--token-auth-file=${tokensPath(plane)}`,
      '--authorization-mode=RBAC',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${verifyingKeyPath(fleet)}`,
      `--service-account-signing-key-file=${signingKeyPath(fleet)}`,
      '--service-cluster-ip-range=10.96.0.0/16',
      '--endpoint-reconciler-type=none',
      '--allow-privileged=true',
      // Its taint would be taken off by the node lifecycle controller, which members do without.
      '--disable-admission-plugins=TaintNodesByCondition',
      ...(fleet.isMeasured ? [] : renderAudit(plane)),
      // Plain limits cost less than fair queues, of which every server keeps dozens and writes their objects.
      '--enable-priority-and-fairness=false',
      '--max-requests-inflight=3000',
      '--max-mutating-requests-inflight=1000',
      '--event-ttl=15m',
      // Nobody reads metrics here, and seven servers would count all keys every minute.
      '--etcd-count-metric-poll-period=0',
      '--etcd-db-metric-poll-interval=0',
      '--feature-gates=APIServerIdentity=false,UnknownVersionInteroperabilityProxy=false',
      '--profiling=false',
    ],
  };
}

const renderAudit = (plane: ControlPlaneLayout) => [
  `--audit-policy-file=${manifestPath('audit-policy.yaml')}`,
  `--audit-log-path=${auditLogPath(plane)}`,
  '--audit-log-maxsize=0',
];

export function renderControllerManager(fleet: FleetLayout, plane: ControlPlaneLayout): Program {
  const controllers = plane.kind === 'hub' ? HOUSEKEEPING : [...HOUSEKEEPING, ...WORKLOADS];
  return {
    id: `${plane.name}/kube-controller-manager`,
    command: join(fleet.assets, 'kube-controller-manager'),
    logPath: join(plane.folder, 'kube-controller-manager.log'),
    args: [
      `--kubeconfig=${kubeconfigOf(plane, 'controller-manager')}`,
      `--controllers=${controllers.map(name => `${name}-controller`).join(',')}`,
      `--service-account-private-key-file=${signingKeyPath(fleet)}`,
      `--root-ca-file=${certificatePath(plane)}`,
      '--leader-elect=false',
      '--secure-port=0',
      '--profiling=false',
      '--kube-api-qps=500',
      '--kube-api-burst=1000',
      '--concurrent-gc-syncs=5',
    ],
  };
}

/** The nodes of a member: {@link STAGES} say what becomes of what is bound to them. */
export function renderKwok(fleet: FleetLayout, plane: ControlPlaneLayout): Program {
  return {
    id: `${plane.name}/kwok`,
    command: join(fleet.assets, 'kwok'),
    logPath: join(plane.folder, 'kwok.log'),
    // Its settings in a home folder would be read beside ours.
    env: { ...process.env, KWOK_WORKDIR: plane.folder },
    args: [
      `--kubeconfig=${kubeconfigOf(plane, 'kwok')}`,
      ...STAGES.map(stage => `--config=${besideSources('stages', `${stage}.yaml`)}`),
      '--manage-all-nodes=true',
      '--node-lease-duration-seconds=0',
      '--cidr=10.64.0.1/16',
    ],
  };
}
