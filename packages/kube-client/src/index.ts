export type {
  CallOptions,
  DeleteOptions,
  KubeListPage,
  ListOptions,
  ObjectName,
  Patch,
  WriteOptions,
} from './calls';
export type { ConnectionOptions, RequestSample } from './Connection';
export {
  execCredentials,
  fixedCredentials,
  tokenFileCredentials,
  type Credentials,
  type ExecPlugin,
  type Identity,
} from './credentials';
export { KubeClient, type KubeClientOptions } from './KubeClient';
export { parseKubeconfig, readInClusterEndpoint, readKubeconfig, type ClusterEndpoint } from './kubeconfig';
export {
  AlreadyExistsError,
  ConflictError,
  ForbiddenError,
  GoneError,
  InvalidError,
  KubeError,
  messageOf,
  NotFoundError,
  TransientError,
  UnauthorizedError,
  UnknownKindError,
  type KubeStatus,
} from './kubeErrors';
export {
  apiVersionOf,
  gvkOf,
  objectKey,
  withoutManagedFields,
  type ApiResource,
  type GroupVersionKind,
  type KubeMetadata,
  type KubeObject,
  type OwnerReference,
  type ResourceTarget,
} from './kubeObject';
export { watchResource, type WatchEvent, type WatchOptions } from './watch';
