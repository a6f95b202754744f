import { lookUp } from '../schema/jsonValues';
import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateFile } from '../access/privateFiles';
import type { Answer } from './Answer';
import { checkJsonLimits } from './checkJsonLimits';
import type { Call } from './CallContext';
import { parseResourcePath, type ResourcePath } from './parsePath';

const VERBS: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};
/** What clusters report of themselves. */
const LEFT_OUT = ['events', 'leases'];

interface Outcome {
  readonly answer: Answer;
  readonly receivedAt: Date;
}

/** Every write with its body and what came of it, as `audit.k8s.io/v1` Events: a file of JSON lines for each cluster. */
export class AuditLog {
  private readonly files = new Map<string, WriteStream>();

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  async note(call: Call, outcome: Outcome): Promise<void> {
    const target = lookUp(VERBS, call.method) ? parseResourcePath(call.path) : undefined;
    if (!target || target.namespace === 'kube-system' || LEFT_OUT.includes(target.plural)) return;
    const event = { ...toEvent(call, target, outcome), ...toRequestObject(await bodyOf(call)) };
    this.fileOf(call.cluster.name).write(`${JSON.stringify(event)}\n`);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.files.values()].map(file => new Promise<void>(done => file.end(done))));
  }

  private fileOf(cluster: string): WriteStream {
    const known = this.files.get(cluster);
    if (known) return known;
    const path = join(this.folder, `${cluster}.jsonl`);
    // What clients write may be secrets of theirs.
    ensurePrivateFile(path);
    const file = createWriteStream(path, { flags: 'a' });
    this.files.set(cluster, file);
    return file;
  }
}

function toEvent(
  { method, uri, headers, caller }: Call,
  target: ResourcePath,
  { answer, receivedAt }: Outcome,
): object {
  const { name, group, version, plural, namespace, subresource } = target;
  const verb = method === 'DELETE' && name === undefined ? 'deletecollection' : lookUp(VERBS, method);
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Request',
    auditID: randomUUID(),
    stage: 'ResponseComplete',
    requestURI: uri,
    verb,
    user: caller.impersonator ?? caller.user,
    ...(caller.impersonator ? { impersonatedUser: caller.user } : {}),
    userAgent: headers['user-agent'],
    objectRef: {
      resource: plural,
      ...(subresource === undefined ? {} : { subresource }),
      ...(namespace === '' ? {} : { namespace }),
      ...(name === undefined ? {} : { name }),
      ...(group === '' ? {} : { apiGroup: group }),
      apiVersion: version,
    },
    responseStatus: { metadata: {}, code: answer.code, ...reasonOf(answer) },
    requestReceivedTimestamp: receivedAt.toISOString(),
    stageTimestamp: new Date().toISOString(),
  };
}

function reasonOf({ code, body }: Answer): object {
  if (code < 400 || !body.toString().startsWith('{')) return {};
  const { reason } = JSON.parse(body.toString());
  return reason === undefined ? {} : { reason };
}

/** A body that could not be read was refused with its own message. */
const bodyOf = ({ readBody }: Call) => readBody().catch(() => Buffer.alloc(0));

/** Bodies that are no JSON are left out. */
function toRequestObject(bytes: Buffer): object {
  const text = bytes.toString('utf8');
  if (!/^\s*[{[]/.test(text)) return {};
  try {
    const requestObject: unknown = JSON.parse(text);
    return checkJsonLimits(requestObject) === undefined ? { requestObject } : {};
  } catch {
    return {};
  }
}
