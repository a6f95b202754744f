import { Random } from '../fuzz/random';
import { toText } from '../fuzz/mutate';
import { collectionOf, type Answer, type AskServer } from './askServer.testing';
import { drawManifest } from './drawSpecs.testing';
import { NAMESPACE } from './forms.testing';
import { explainUnread } from './readBack.testing';

export interface AdmissionFuzzReport {
  /** Each with the number of its object, by which it can be played again. */
  readonly problems: readonly string[];
  readonly codes: ReadonlyMap<number, number>;
}

const DRY = 'dryRun=All&fieldValidation=Strict';
const LONGEST_TEXT = 1_000;
const MOST_PROBLEMS = 50;
/** Objects that others are made into, so that rules about changes are played, too. */
const STORED = ['base-0', 'base-1', 'base-2'];

export interface AdmissionFuzzPlan {
  readonly seed: number;
  readonly count: number;
  /** Another server, which must say the same. */
  readonly beside?: AskServer;
}

/** Sends so many drawn placements and members, as new objects and as changes of three old ones. */
export async function playAdmissionFuzz(
  server: AskServer,
  plan: AdmissionFuzzPlan,
): Promise<AdmissionFuzzReport> {
  const problems: string[] = [];
  const codes = new Map<number, number>();
  const servers = [server, ...(plan.beside ? [plan.beside] : [])];
  const bases = await Promise.all(servers.map(storeBases));
  for (let i = 0; i < plan.count && problems.length < MOST_PROBLEMS; i += 1) {
    const random = new Random(plan.seed, i);
    const manifest = drawManifest(random);
    const base = random.chance(0.3) ? keyOf(manifest, random.pick(STORED)) : '';
    const answers = await Promise.all(servers.map((each, at) => ask(each, manifest, bases[at].get(base))));
    const [answer] = answers;
    codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1);
    const problem = judge(answer) ?? compare(answers);
    if (problem) problems.push(`#${i}: ${problem}\n${toText(manifest.spec).slice(0, LONGEST_TEXT)}`);
  }
  return { problems, codes };
}

type Base = { readonly metadata: { readonly name: string } };

const keyOf = ({ apiVersion, kind }: { apiVersion: string; kind: string }, name: string) =>
  `${apiVersion} ${kind} ${name}`;

async function storeBases(server: AskServer): Promise<ReadonlyMap<string, Base>> {
  const bases = new Map<string, Base>();
  const versions = ['placement', 'cluster'].flatMap(group =>
    ['v1', 'v1beta1'].map(version => ({ apiVersion: `${group}.kubernetes-fleet.io/${version}`, version })),
  );
  for (const { apiVersion, version } of versions) {
    for (const [i, name] of STORED.entries()) {
      await storeAll(server, baseObjects(apiVersion, `${name}-${version}`, i), (object, stored) =>
        bases.set(keyOf(object, name), stored),
      );
    }
  }
  return bases;
}

async function storeAll(
  server: AskServer,
  objects: ReturnType<typeof baseObjects>,
  report: (object: ReturnType<typeof baseObjects>[number], stored: Base) => void,
): Promise<void> {
  for (const object of objects) {
    const { code, said, body } = await server.send('POST', collectionOf(object), object);
    if (code !== 201) throw new Error(`${object.metadata.name}: ${said}`);
    report(object, body);
  }
}

function baseObjects(apiVersion: string, name: string, i: number) {
  if (apiVersion.startsWith('cluster.'))
    return [
      {
        apiVersion,
        kind: 'MemberCluster',
        metadata: { name },
        spec: { identity: { kind: 'User', name: 'a' } },
      },
    ];
  const term = { group: 'apps', version: 'v1', kind: 'Deployment' };
  const specs = [
    { policy: { placementType: 'PickN', numberOfClusters: 2, tolerations: [{ key: 'gpu-workload' }] } },
    { policy: { placementType: 'PickFixed', clusterNames: ['member-1'] }, strategy: { type: 'External' } },
    {},
  ];
  const spec = { resourceSelectors: [term], ...specs[i] };
  return [
    { apiVersion, kind: 'ClusterResourcePlacement', metadata: { name }, spec },
    { apiVersion, kind: 'ResourcePlacement', metadata: { name, namespace: NAMESPACE }, spec },
  ];
}

function ask(server: AskServer, manifest: ReturnType<typeof drawManifest>, base: Base | undefined) {
  const target = manifest as unknown as Parameters<typeof collectionOf>[0];
  const path = collectionOf(target);
  return base
    ? server.sendText(
        'PUT',
        `${path}/${base.metadata.name}?${DRY}`,
        toText({ ...manifest, metadata: base.metadata }),
      )
    : server.sendText('POST', `${path}?${DRY}`, toText(manifest));
}

/** A server's own remark beside the causes. */
const REMARK = /some validation rules were not checked because the object was invalid/;
/** What no parser reads has no fields yet. */
const UNREADABLE = /exceeded max depth/;
/** A path of ours in a sentence, or in the cause that a client shows. */
const NAMES_FIELD = /\b(spec|metadata)\b[.[]|\bspec\b/;

function judge({ code, body, said }: Answer): string | undefined {
  if (code < 300) return explainUnread(body as unknown as Parameters<typeof explainUnread>[0]);
  if (![400, 422].includes(code)) return `answered with ${code}: ${said}`;
  if (code === 400 && UNREADABLE.test(said)) return undefined;
  const all = body.details?.causes ?? [];
  const causes = all.filter(({ message = '' }) => !REMARK.test(message));
  if (code === 422 && causes.length === 0) return `no cause is reported: ${said}`;
  const nameless = causes.find(({ field = '', message = '' }) => !NAMES_FIELD.test(`${field} ${message}`));
  if (nameless) return `a cause names no field: ${JSON.stringify(nameless)}`;
  return NAMES_FIELD.test(said) ? undefined : `no field is named: ${said}`;
}

/** What differs between what two servers say. How deep they check what nobody nests is their own matter. */
function compare([first, second]: readonly Answer[]): string | undefined {
  if (second === undefined) return undefined;
  const isDeep = [first, second].some(({ said }) => UNREADABLE.test(said));
  if (isDeep && first.code >= 400 && second.code >= 400) return undefined;
  const [one, other] = [verdictOf(first), verdictOf(second)];
  return one === other ? undefined : `one server says ${one}, the other ${other}`;
}

/** A real server walks maps in any order, and has more than one way to write letters that cannot be seen. */
function verdictOf({ code, body, said }: Answer): string {
  const causes = body.details?.causes ?? [];
  const told = causes.filter(({ message = '' }) => !SAID_TWICE.test(message));
  const lines = told.map(({ field, message }) => readable(`${field}: ${message}`)).sort();
  return `${code} ${lines.length > 0 ? lines.join('\n') : readable(said)}`;
}

/** A real server repeats of a number that no integer holds that it is too large for its format. */
const SAID_TWICE = /must be of type int(32|64): "float64"/;

/** Nor do they agree on whether a number of nineteen digits is a whole one, or how it is written. */
const readable = (text: string) =>
  text
    .replace(/-?[\d.]+e\+\d+/g, number => String(Number(number)))
    .replace(/\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\|[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/"integer"/g, '"number"');
