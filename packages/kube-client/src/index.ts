export type {
  CallOptions,
  DeleteOptions,
  KubeListPage,
  ListOptions,
  LogOptions,
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
export {
  contextNames,
  parseKubeconfig,
  readInClusterEndpoint,
  readKubeconfig,
  type ClusterEndpoint,
  type KubeconfigOptions,
} from './kubeconfig';
export { LIMITS, MEMBER_LIMITS, type AnswerLimits } from './limits';
export {
  AlreadyExistsError,
  AnswerTooLargeError,
  ClosedError,
  ConflictError,
  ForbiddenError,
  GoneError,
  InvalidError,
  InvalidPathError,
  KubeError,
  messageOf,
  NotFoundError,
  TransientError,
  UnauthorizedError,
  UnexpectedAnswerError,
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
export { findSegmentFault, type ObjectName } from './paths';
export type { IssuedToken, TokenOptions } from './subresourceCalls';
export { VALUE_BYTES, weightOf } from './weight';
export { Reconnect, watchResource, type WatchEvent, type WatchOptions } from './watch';
