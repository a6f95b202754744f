import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** What a request carries to prove who asks. */
export interface Identity {
  /** Value of the Authorization header. */
  readonly authorization?: string;
  /** PEM. */
  readonly clientCertificate?: string;
  /** PEM. */
  readonly clientKey?: string;
}

/** Where a cluster's identity comes from. */
export interface Credentials {
  /** The present identity; cheap while it is fresh. */
  read(): Promise<Identity>;
  /** Called after a 401: the next `read` fetches anew. */
  expire(): void;
}

/** An identity that never changes. */
export const fixedCredentials = (identity: Identity): Credentials => ({
  read: async () => identity,
  expire: () => undefined,
});

// kubelets rotate mounted tokens at 80 % of an hour; client-go re-reads the file every minute.
const TOKEN_FILE_FRESH_MS = 60_000;

/** A bearer token in a file that somebody else rotates. */
export function tokenFileCredentials(
  file: string,
  rest: Identity = {},
  now: () => number = Date.now,
): Credentials {
  return cached(now, async () => {
    const token = (await readFile(file, 'utf8')).trim();
    return {
      identity: { ...rest, authorization: `Bearer ${token}` },
      freshUntil: now() + TOKEN_FILE_FRESH_MS,
    };
  });
}

/** The `exec` part of a kubeconfig user. */
export interface ExecPlugin {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly installHint?: string;
  /** Put into `KUBERNETES_EXEC_INFO` when the plugin asks for it. */
  readonly clusterInfo?: Readonly<Record<string, unknown>>;
  /** Relative commands start here. */
  readonly folder?: string;
  /** Variables of our own environment that it gets besides the usual ones: names, or `AWS_*`. */
  readonly passed?: readonly string[];
}

/** Where programs, files, proxies and authorities are. Nothing else of ours is a plugin's business, least of all our secrets. */
const USUAL = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'TEMP', 'TMP'],
  ...[
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'NO_PROXY',
    'ALL_PROXY',
    'http_proxy',
    'https_proxy',
    'no_proxy',
    'all_proxy',
  ],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME'],
  ...['SystemRoot', 'PATHEXT', 'ComSpec', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
];

const EXEC_TIMEOUT_MS = 60_000;
/** A token is renewed this long before its end. */
const EXPIRY_MARGIN_MS = 30_000;

/** Credentials from a client-go exec plugin; it runs again when its credential ends or was refused. */
export function execCredentials(plugin: ExecPlugin, now: () => number = Date.now): Credentials {
  return cached(now, async () => parseExecCredential(await runPlugin(plugin), plugin));
}

interface Fetched {
  readonly identity: Identity;
  readonly freshUntil: number;
}

function cached(now: () => number, fetchIdentity: () => Promise<Fetched>): Credentials {
  let current: Promise<Fetched> | undefined;
  let freshUntil = 0;
  return {
    async read() {
      if (current === undefined || now() >= freshUntil) {
        freshUntil = Infinity;
        current = fetchIdentity();
        current.then(
          fetched => (freshUntil = fetched.freshUntil),
          () => (current = undefined),
        );
      }
      return (await current).identity;
    },
    expire() {
      current = undefined;
    },
  };
}

function runPlugin(plugin: ExecPlugin): Promise<string> {
  const info = {
    apiVersion: plugin.apiVersion,
    kind: 'ExecCredential',
    spec: { interactive: false, ...(plugin.clusterInfo ? { cluster: plugin.clusterInfo } : {}) },
  };
  const env = {
    ...pickVariables(process.env, [...USUAL, ...(plugin.passed ?? [])]),
    ...plugin.env,
    KUBERNETES_EXEC_INFO: JSON.stringify(info),
  };
  return new Promise((resolve, reject) => {
    const options = { env, timeout: EXEC_TIMEOUT_MS, maxBuffer: 10 * 1024 * 1024, cwd: plugin.folder };
    const child = execFile(plugin.command, [...plugin.args], options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      const hint = plugin.installHint ? ` (${plugin.installHint.trim()})` : '';
      const said = stderr.trim() === '' ? error.message : stderr.trim();
      return reject(
        new Error(`credential plugin ${plugin.command} failed: ${said}${hint}`, { cause: error }),
      );
    });
    child.stdin?.end();
  });
}

function pickVariables(env: NodeJS.ProcessEnv, wanted: readonly string[]): NodeJS.ProcessEnv {
  const names = new Set(wanted);
  const prefixes = wanted.filter(name => name.endsWith('*')).map(name => name.slice(0, -1));
  const isWanted = (name: string) => names.has(name) || prefixes.some(prefix => name.startsWith(prefix));
  return Object.fromEntries(Object.entries(env).filter(([name]) => isWanted(name)));
}

/** What JSON.parse says of a broken text quotes it, and this text may hold a token. */
function parseAnswer(text: string, plugin: ExecPlugin): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`credential plugin ${plugin.command} gave something else than JSON`);
  }
}

function parseExecCredential(text: string, plugin: ExecPlugin): Fetched {
  const { status } = parseAnswer(text, plugin) as {
    status?: {
      token?: string;
      clientCertificateData?: string;
      clientKeyData?: string;
      expirationTimestamp?: string;
    };
  };
  if (!status?.token && !status?.clientCertificateData) {
    throw new Error(`credential plugin ${plugin.command} gave neither a token nor a certificate`);
  }
  const endsAt = status.expirationTimestamp ? Date.parse(status.expirationTimestamp) : NaN;
  return {
    identity: {
      ...(status.token ? { authorization: `Bearer ${status.token}` } : {}),
      ...(status.clientCertificateData ? { clientCertificate: status.clientCertificateData } : {}),
      ...(status.clientKeyData ? { clientKey: status.clientKeyData } : {}),
    },
    freshUntil: Number.isNaN(endsAt) ? Infinity : endsAt - EXPIRY_MARGIN_MS,
  };
}
