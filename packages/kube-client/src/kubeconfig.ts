import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import {
  execCredentials,
  fixedCredentials,
  tokenFileCredentials,
  type Credentials,
  type Identity,
} from './credentials';

/** Where a cluster's API is and how to get in. */
export interface ClusterEndpoint {
  /** `https://host:port`, with or without a path below which the API lives. */
  readonly server: string;
  /** PEM of the authorities that may sign the server's certificate; absent: those of the system. */
  readonly ca?: string;
  /** Name to expect in the certificate, where it is not the host's. */
  readonly serverName?: string;
  /** Accept any certificate. */
  readonly isInsecure?: boolean;
  readonly proxyUrl?: string;
  readonly credentials: Credentials;
  /** Hash of all that was read of the cluster and its user: another one means that a new client is due. */
  readonly fingerprint?: string;
}

export interface KubeconfigOptions {
  /** Default: the current one. */
  readonly context?: string;
  /** Variables of our own environment that an exec plugin gets besides the usual ones: names, or `AWS_*`. */
  readonly pluginEnvironment?: readonly string[];
}

// The parts of a kubeconfig that are read; kubectl's own names.
interface KubeconfigFile {
  'current-context'?: string;
  'contexts'?: { name: string; context?: { cluster?: string; user?: string } }[];
  'clusters'?: { name: string; cluster?: ClusterEntry }[];
  'users'?: { name: string; user?: UserEntry }[];
}
interface ClusterEntry {
  'server'?: string;
  'certificate-authority'?: string;
  'certificate-authority-data'?: string;
  'insecure-skip-tls-verify'?: boolean;
  'tls-server-name'?: string;
  'proxy-url'?: string;
}
interface UserEntry {
  'token'?: string;
  'tokenFile'?: string;
  'username'?: string;
  'password'?: string;
  'client-certificate'?: string;
  'client-certificate-data'?: string;
  'client-key'?: string;
  'client-key-data'?: string;
  'auth-provider'?: { name?: string };
  'exec'?: {
    apiVersion?: string;
    command?: string;
    args?: string[] | null;
    env?: { name: string; value: string }[] | null;
    installHint?: string;
    provideClusterInfo?: boolean;
  };
}

/**
 * Reads one context of a kubeconfig file: certificates and tokens, inline or in files, exec plugins, proxy, basic
 * authentication. Own reader instead of the one in @kubernetes/client-node, which costs 85 MB of memory per process.
 *
 * @throws Error with a sentence that names the file and what is missing
 */
export async function readKubeconfig(
  file: string,
  context?: string,
  options: Omit<KubeconfigOptions, 'context'> = {},
): Promise<ClusterEndpoint> {
  try {
    const text = await readText(file);
    return await parseKubeconfig(text, { ...options, context, folder: path.dirname(path.resolve(file)) });
  } catch (cause) {
    throw new Error(`kubeconfig ${file}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** The same from a text, for example of a Secret; relative file names start at `folder`. */
export async function parseKubeconfig(
  text: string,
  options: KubeconfigOptions & { readonly folder?: string } = {},
): Promise<ClusterEndpoint> {
  const config = parseFile(text);
  const contextName = options.context ?? config['current-context'];
  if (!contextName) throw new Error('no context is named and there is no current-context');
  const context = config.contexts?.find(entry => entry.name === contextName)?.context;
  if (!context) throw new Error(`there is no context "${contextName}"${explainContexts(config)}`);
  const cluster = config.clusters?.find(entry => entry.name === context.cluster)?.cluster;
  if (!cluster?.server) throw new Error(`context "${contextName}" names no cluster with a server`);
  const user = config.users?.find(entry => entry.name === context.user)?.user ?? {};
  const files = new FileReader(options.folder ?? '.');
  const { pluginEnvironment: passed } = options;
  const ca = await files.pem(cluster['certificate-authority-data'], cluster['certificate-authority']);
  const credentials = await readUser(user, { files, cluster, ca, ...(passed && { passed }) });
  return {
    server: cluster.server.replace(/\/+$/, ''),
    ...(ca === undefined ? {} : { ca }),
    ...(cluster['tls-server-name'] ? { serverName: cluster['tls-server-name'] } : {}),
    ...(cluster['insecure-skip-tls-verify'] ? { isInsecure: true } : {}),
    ...(cluster['proxy-url'] ? { proxyUrl: cluster['proxy-url'] } : {}),
    credentials,
    fingerprint: fingerprintOf([cluster, user, ...files.read]),
  };
}

/** The contexts that a kubeconfig has. @throws Error where it is none */
export const contextNames = (text: string): readonly string[] =>
  (parseFile(text).contexts ?? []).map(({ name }) => name);

const fingerprintOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64');

function explainContexts({ contexts = [] }: KubeconfigFile): string {
  const names = contexts.map(({ name }) => name);
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return names.length === 0 ? '' : `; it has ${names.slice(0, MAX_NAMES).join(', ')}${more}`;
}

const MAX_NAMES = 5;

/** The hub's file and that of the members are asked for in turn; where each member has its own, that is small. */
const KEPT_FILES = 4;

/** The last ones that were used. */
class LastUsed<T> {
  private readonly values = new Map<string, T>();

  get(key: string): T | undefined {
    const value = this.values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: T): void {
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > KEPT_FILES) this.values.delete(oldest);
  }
}

const texts = new LastUsed<{ readonly version: string; readonly text: string }>();

/** A file of megabytes is asked for with each heartbeat of a thousand members; it is read when it has changed. */
async function readText(file: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
  const at = path.resolve(file);
  const version = [ino, size, mtimeNs, ctimeNs].join();
  const known = texts.get(at);
  if (known?.version === version) return known.text;
  const text = await readFile(file, 'utf8');
  texts.set(at, { version, text });
  return text;
}

const configs = new LastUsed<KubeconfigFile>();

/** A file with a thousand contexts is read a thousand times in a row, once for each; YAML is slow. */
function parseFile(text: string): KubeconfigFile {
  // Pretty errors and warnings would quote the line at fault, and that may be a token.
  const known = configs.get(text);
  if (known) return known;
  const config = (parse(text, { prettyErrors: false, logLevel: 'error' }) ?? {}) as KubeconfigFile;
  configs.set(text, config);
  return config;
}

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The cluster that this process runs in, through its service account. */
export async function readInClusterEndpoint(env: NodeJS.ProcessEnv = process.env): Promise<ClusterEndpoint> {
  const host = env.KUBERNETES_SERVICE_HOST;
  if (!host) throw new Error('this process runs in no cluster: KUBERNETES_SERVICE_HOST is not set');
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${env.KUBERNETES_SERVICE_PORT ?? '443'}`,
    ca: await readFile(path.join(SERVICE_ACCOUNT, 'ca.crt'), 'utf8'),
    credentials: tokenFileCredentials(path.join(SERVICE_ACCOUNT, 'token')),
  };
}

interface UserContext {
  readonly files: FileReader;
  readonly cluster: ClusterEntry;
  readonly ca: string | undefined;
  readonly passed?: readonly string[];
}

async function readUser(user: UserEntry, context: UserContext): Promise<Credentials> {
  const { files } = context;
  const clientCertificate = await files.pem(user['client-certificate-data'], user['client-certificate']);
  const clientKey = await files.pem(user['client-key-data'], user['client-key']);
  const certificate: Identity = {
    ...(clientCertificate ? { clientCertificate } : {}),
    ...(clientKey ? { clientKey } : {}),
  };
  if (user.exec) return execCredentials(toPlugin(user.exec, context));
  if (user.tokenFile) return tokenFileCredentials(files.resolve(user.tokenFile), certificate);
  if (user.token) return fixedCredentials({ ...certificate, authorization: `Bearer ${user.token}` });
  if (user.username) {
    const basic = Buffer.from(`${user.username}:${user.password ?? ''}`).toString('base64');
    return fixedCredentials({ ...certificate, authorization: `Basic ${basic}` });
  }
  if (user['auth-provider'] && !clientCertificate) {
    throw new Error(
      `auth-provider "${user['auth-provider'].name}" was removed from Kubernetes in 1.26; use an exec plugin`,
    );
  }
  return fixedCredentials(certificate);
}

function toPlugin(exec: NonNullable<UserEntry['exec']>, { files, cluster, ca, passed }: UserContext) {
  if (!exec.command) throw new Error('the exec plugin has no command');
  const isPath = exec.command.includes('/') && !path.isAbsolute(exec.command);
  return {
    apiVersion: exec.apiVersion ?? 'client.authentication.k8s.io/v1',
    command: isPath ? files.resolve(exec.command) : exec.command,
    args: exec.args ?? [],
    env: Object.fromEntries((exec.env ?? []).map(({ name, value }) => [name, value])),
    ...(passed ? { passed } : {}),
    ...(exec.installHint ? { installHint: exec.installHint } : {}),
    ...(exec.provideClusterInfo
      ? {
          clusterInfo: {
            server: cluster.server,
            ...(ca ? { 'certificate-authority-data': Buffer.from(ca).toString('base64') } : {}),
            ...(cluster['tls-server-name'] ? { 'tls-server-name': cluster['tls-server-name'] } : {}),
          },
        }
      : {}),
  };
}

class FileReader {
  /** What was read, for the fingerprint. */
  readonly read: string[] = [];

  constructor(private readonly folder: string) {}

  resolve(file: string): string {
    return path.resolve(this.folder, file);
  }

  /** PEM text from base64 data or, failing that, from a file. */
  async pem(data: string | undefined, file: string | undefined): Promise<string | undefined> {
    if (data) return Buffer.from(data, 'base64').toString('utf8');
    if (!file) return undefined;
    const text = await readFile(this.resolve(file), 'utf8');
    this.read.push(text);
    return text;
  }
}
