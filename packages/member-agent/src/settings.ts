import { findSegmentFault } from '@fleetstage/backstage-plugin-fleetstage-common';
import { parseArgs } from 'node:util';
import { LOG_LEVELS, type LogLevel } from './log';
import { UserError } from './UserError';

/** How to reach a cluster: a kubeconfig, or an address with files of what it needs. */
export type ReadSettings =
  | KubeconfigSettings
  | { readonly kind: 'files'; readonly url: string; readonly caFile?: string; readonly tokenFile: string }
  /** The cluster that the process runs in, with its service account. */
  | { readonly kind: 'inCluster' };

interface KubeconfigSettings {
  readonly kind: 'kubeconfig';
  readonly file: string;
  readonly context?: string;
}

/** A join token that the agent exchanges for a token of its own. */
export interface JoinSettings {
  readonly kind: 'join';
  readonly url: string;
  readonly caFile?: string;
  readonly joinTokenFile: string;
  /** On the agent's own cluster; absent: the token is kept in the state folder. */
  readonly secret?: { readonly namespace: string; readonly name: string };
  readonly renewAfterMs?: number;
}

export interface Settings {
  /** Name of the MemberCluster on the hub. */
  readonly member: string;
  readonly hub: ReadSettings | JoinSettings;
  readonly own: ReadSettings;
  /** What is kept over restarts. */
  readonly stateDir: string;
  /** All objects are compared anew this often. */
  readonly resyncMs: number;
  /** Modules with property providers. */
  readonly propertyProviders: readonly string[];
  readonly logLevel: LogLevel;
}

export const USAGE = `Usage: member-agent --member NAME --hub-url URL --hub-join-token-file FILE [options]

Applies on this cluster what the hub asks for, and reports to it. Connects outwards only.

  --member NAME            the cluster's name on the hub (FLEETSTAGE_MEMBER)
  --hub-url URL            the hub's API server (FLEETSTAGE_HUB_URL)
  --hub-ca FILE            PEM of its authority; default: those of the system (FLEETSTAGE_HUB_CA)
  --hub-join-token-file FILE   a join token; the agent exchanges it, once, for a token that it keeps and renews
                           (FLEETSTAGE_HUB_JOIN_TOKEN_FILE)
  --hub-token-secret NS/NAME   the Secret of this cluster that keeps it; default: the state folder (FLEETSTAGE_HUB_TOKEN_SECRET)
  --hub-token-renew-seconds N  renews it so soon; default: at half its life (FLEETSTAGE_HUB_TOKEN_RENEW_SECONDS)
  --hub-token-file FILE    instead of these: a bearer token that others renew; read again when it changes
                           (FLEETSTAGE_HUB_TOKEN_FILE)
  --hub-kubeconfig FILE    instead of all these (FLEETSTAGE_HUB_KUBECONFIG), with --hub-context NAME
  --kubeconfig FILE        this cluster; default: the one that the process runs in (FLEETSTAGE_KUBECONFIG), with --context NAME
  --state-dir DIR          what is kept over restarts, with contents of Secrets; default /var/lib/fleetstage (FLEETSTAGE_STATE_DIR)
  --resync-seconds N       all objects are compared anew this often; default 600 (FLEETSTAGE_RESYNC_SECONDS)
  --property-provider FILE a module with a property provider, or several with commas (FLEETSTAGE_PROPERTY_PROVIDER)
  --log-level LEVEL        debug, info or warn; default info (FLEETSTAGE_LOG_LEVEL)
`;

const OPTIONS = [
  'member',
  'hub-url',
  'hub-ca',
  'hub-token-file',
  'hub-join-token-file',
  'hub-token-secret',
  'hub-token-renew-seconds',
  'hub-kubeconfig',
  'hub-context',
  'kubeconfig',
  'context',
  'state-dir',
  'resync-seconds',
  'property-provider',
  'log-level',
] as const;
type Values = Readonly<Partial<Record<(typeof OPTIONS)[number], string>>>;

/** Flags win over variables of the environment. @throws UserError; `undefined`: help was asked for */
export function parseSettings(args: readonly string[], env: NodeJS.ProcessEnv): Settings | undefined {
  const values = readValues(args, env);
  if (values === undefined) return undefined;
  const { member = '' } = values;
  const fault = member === '' ? 'is empty' : findSegmentFault(member);
  if (fault !== undefined)
    throw new UserError(`--member "${member}" ${fault}; give the name of the MemberCluster on the hub`);
  return {
    member,
    hub: hubOf(values),
    own: values.kubeconfig ? kubeconfigOf(values.kubeconfig, values.context) : { kind: 'inCluster' },
    stateDir: values['state-dir'] ?? '/var/lib/fleetstage',
    propertyProviders: (values['property-provider'] ?? '').split(',').filter(file => file !== ''),
    resyncMs: 1000 * secondsOf('--resync-seconds', values['resync-seconds'] ?? '600', 10),
    logLevel: levelOf(values['log-level'] ?? 'info'),
  };
}

function readValues(args: readonly string[], env: NodeJS.ProcessEnv): Values | undefined {
  const options = Object.fromEntries(OPTIONS.map(name => [name, { type: 'string' }] as const));
  const given = parse(args, { ...options, help: { type: 'boolean', short: 'h' } } as const);
  if (given.help) return undefined;
  const fromEnv = OPTIONS.flatMap(name => {
    const value = env[`FLEETSTAGE_${name.replaceAll('-', '_').toUpperCase()}`];
    return value ? [[name, value]] : [];
  });
  return { ...Object.fromEntries(fromEnv), ...given };
}

function parse(args: readonly string[], options: NonNullable<Parameters<typeof parseArgs>[0]>['options']) {
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true });
    return values as Values & { readonly help?: boolean };
  } catch (error) {
    throw new UserError((error as Error).message);
  }
}

function hubOf(values: Values): Settings['hub'] {
  const { 'hub-kubeconfig': file, 'hub-url': url, 'hub-token-file': tokenFile, 'hub-ca': caFile } = values;
  const { 'hub-join-token-file': joinTokenFile } = values;
  if (file) return kubeconfigOf(file, values['hub-context']);
  if (!url || (!tokenFile && !joinTokenFile))
    throw new UserError('name the hub with --hub-url and --hub-join-token-file, or with --hub-kubeconfig');
  if (tokenFile && joinTokenFile)
    throw new UserError('give --hub-join-token-file or --hub-token-file, not both');
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new UserError(`--hub-url ${url} is no https address; a token must not be sent over anything else`);
  const at = { url: url.replace(/\/+$/, ''), ...(caFile && { caFile }) };
  if (!joinTokenFile) return { kind: 'files', ...at, tokenFile: tokenFile ?? '' };
  return { kind: 'join', ...at, joinTokenFile, ...secretOf(values), ...renewalOf(values) };
}

function secretOf({ 'hub-token-secret': text }: Values) {
  if (!text) return {};
  const [namespace = '', name = '', ...more] = text.split('/');
  const isNamed = more.length === 0 && [namespace, name].every(part => findSegmentFault(part) === undefined);
  if (!isNamed || namespace === '' || name === '')
    throw new UserError(`--hub-token-secret ${text} is no NAMESPACE/NAME of a Secret`);
  return { secret: { namespace, name } };
}

function renewalOf({ 'hub-token-renew-seconds': text }: Values) {
  return text ? { renewAfterMs: 1000 * secondsOf('--hub-token-renew-seconds', text, 1) } : {};
}

const kubeconfigOf = (file: string, context: string | undefined): KubeconfigSettings => ({
  kind: 'kubeconfig',
  file,
  ...(context && { context }),
});

function secondsOf(flag: string, text: string, least: number): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= least && seconds <= 86_400) return seconds;
  throw new UserError(`${flag} ${text} is no whole number from ${least} to 86400`);
}

function levelOf(text: string): LogLevel {
  const level = LOG_LEVELS.find(one => one === text);
  if (level) return level;
  throw new UserError(`--log-level ${text} is none of ${LOG_LEVELS.join(', ')}`);
}
