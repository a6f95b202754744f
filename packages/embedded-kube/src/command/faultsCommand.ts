import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CONTROL_EXTENSION, type KubeconfigControl } from '../access/kubeconfig';
import { readOrder } from '../faults/Control';
import { parseFaultText } from '../faults/parseFaults';
import { parseWithWords, describeOptions, UsageError } from './options';

const OPTIONS = {
  data: { type: 'string', value: 'DIR', help: 'the data folder of the fleet' },
  kubeconfig: { type: 'string', value: 'FILE', help: 'or the kubeconfig that it wrote' },
  help: { type: 'boolean', help: 'print this' },
} as const;

export const FAULTS_USAGE = `usage: embedded-kube faults (--data DIR | --kubeconfig FILE) COMMAND

Governs the faults of a fleet that runs. Each command prints what is set afterwards, as JSON.

  list          what is set, and how often it was met
  set FILE      these faults, YAML or JSON, instead of all that there are
  clear         none
  order JSON    one of {"freeze":"member-1"}, "cut", "thaw", "restart", "cutWatches"

${describeOptions(OPTIONS)}`;

interface Fleet extends KubeconfigControl {
  readonly caPem: string;
}

interface Call {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly body?: string;
}

/** @returns what to print. @throws UsageError */
export async function runFaultsCommand(argv: readonly string[]): Promise<string> {
  const { values, words } = parseWithWords(argv, OPTIONS);
  if (values.help) return FAULTS_USAGE;
  const call = readCall(words);
  const report = await ask(readFleet(values), call);
  return JSON.stringify(JSON.parse(report), null, 2);
}

function readCall([command, given, ...more]: readonly string[]): Call {
  const takesOne = command === 'set' || command === 'order';
  if (more.length > 0 || (given === undefined) === takesOne)
    throw new UsageError(`give one of list, set FILE, clear, order JSON; see embedded-kube faults --help`);
  switch (command) {
    case 'list':
      return { method: 'GET' };
    case 'clear':
      return { method: 'DELETE' };
    case 'set': {
      const body = readText(given);
      parseFaultText(body);
      return { method: 'PUT', body };
    }
    case 'order':
      readOrder(given);
      return { method: 'POST', body: given };
    default:
      throw new UsageError(`${command} is no command; embedded-kube faults --help lists them`);
  }
}

function readFleet({ data, kubeconfig }: { readonly data?: string; readonly kubeconfig?: string }): Fleet {
  if ((data === undefined) === (kubeconfig === undefined))
    throw new UsageError('give either --data DIR or --kubeconfig FILE, to say which fleet');
  const file = kubeconfig ?? join(data ?? '', 'kubeconfig');
  const { extensions, clusters } = (parse(readText(file)) ?? {}) as Kubeconfig;
  const control = extensions?.find(({ name }) => name === CONTROL_EXTENSION)?.extension;
  const own = clusters?.find(
    ({ cluster }) => control && cluster.server?.startsWith(new URL(control.url).origin),
  );
  const authority = own?.cluster['certificate-authority-data'];
  if (control === undefined || authority === undefined)
    throw new UsageError(`${file} is not the kubeconfig of an embedded fleet`);
  return { ...control, caPem: Buffer.from(authority, 'base64').toString('utf8') };
}

interface Kubeconfig {
  readonly extensions?: readonly { readonly name: string; readonly extension: KubeconfigControl }[];
  readonly clusters?: readonly {
    readonly cluster: { readonly 'server'?: string; readonly 'certificate-authority-data'?: string };
  }[];
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

const WAIT_MS = 10_000;

function ask({ url, token, caPem }: Fleet, { method, body }: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const call = request(url, { method, ca: caPem, agent: false, headers, timeout: WAIT_MS }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new UsageError(messageOf(text)));
      });
    });
    call.on('timeout', () => call.destroy(new Error(`no answer within ${WAIT_MS} ms`)));
    call.on('error', error =>
      reject(new UsageError(`the fleet at ${url} does not answer (${error.message}): is it running?`)),
    );
    call.end(body);
  });
}

function messageOf(text: string): string {
  try {
    return String((JSON.parse(text) as { readonly message?: unknown }).message);
  } catch {
    return text;
  }
}
