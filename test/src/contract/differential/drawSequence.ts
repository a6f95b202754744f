import type { Dice } from './Dice';
import { kinds, type Kind } from './kinds';
import { fields, filled, mostly, oneOf, sometimes, type Draw } from './shapes';

/** A request whose revision is filled in as it is played: each target has its own. */
export interface Step {
  readonly method: string;
  readonly path: string;
  readonly contentType?: string;
  readonly accept?: string;
  readonly body?: unknown;
  /** Put into `metadata.resourceVersion`, or `preconditions.resourceVersion` of a deletion. */
  readonly revision?: 'present' | 'stale';
  /** Whose revisions are meant: the path of the object. */
  readonly object: string;
}

export interface Place {
  readonly namespace: string;
  /** Of every object of the sequence; lists select by it. */
  readonly label: string;
}

const word = oneOf('1', 'two', '');

const metadataOf = ({ label }: Place): Draw =>
  fields({
    labels: mostly(
      dice => ({
        sequence: label,
        ...(dice.chance(60) ? (filled(['tier', 'x/y'], { 'tier': word, 'x/y': word })(dice) as object) : {}),
      }),
      { sequence: label, tier: 'not good!' },
      { 'sequence': label, 'a b': 'c' },
    ),
    annotations: sometimes(
      40,
      mostly(
        filled(['note', 'example.io/n'], { 'note': word, 'example.io/n': word }),
        { 'not good': 'x' },
        'text',
        {
          note: 1,
        },
      ),
    ),
    finalizers: sometimes(
      12,
      mostly(oneOf(['example.io/hold'], ['example.io/wait', 'example.io/hold']), ['nodomain']),
    ),
  });

const pathOf = (kind: Kind, apiVersion: string, { namespace }: Place, ...rest: readonly string[]) =>
  [
    apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`,
    ...(kind.isNamespaced ? ['namespaces', namespace] : []),
    kind.plural,
    ...rest,
  ].join('/');

const STEPS = 8;

/** Up to {@link STEPS} requests to two objects of one kind, then a read of each. */
export function drawSequence(dice: Dice, place: Place): readonly Step[] {
  const kind = dice.pick(kinds);
  const drawing = new Drawing(dice, place, kind);
  const length = 3 + dice.number(STEPS - 2);
  const steps = Array.from({ length }, (_, index) => drawing.step(index));
  return [...steps, ...drawing.looks()];
}

class Drawing {
  constructor(
    private readonly dice: Dice,
    private readonly place: Place,
    private readonly kind: Kind,
  ) {}

  step(index: number): Step {
    const { dice } = this;
    if (index === 0) return this.create();
    const draws: readonly [number, () => Step][] = [
      [14, () => this.create()],
      [16, () => this.put()],
      [14, () => this.mergePatch()],
      [12, () => this.jsonPatch()],
      [this.kind.isCustom ? 2 : 12, () => this.strategicPatch()],
      [26, () => this.apply()],
      [this.kind.status ? 10 : 0, () => this.status()],
      [this.kind.hasScale ? 5 : 1, () => this.scale()],
      [10, () => this.remove()],
      [6, () => this.list()],
    ];
    let left = dice.number(draws.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, draw] of draws) {
      left -= weight;
      if (left < 0) return draw();
    }
    throw new Error('the weights do not add up');
  }

  /** The state in which a sequence left its objects. */
  looks(): readonly Step[] {
    return ['a', 'b'].map(suffix =>
      this.on(this.kind.apiVersions[0], `${this.place.label}-${suffix}`, 'GET'),
    );
  }

  private create(): Step {
    const [apiVersion, name] = this.target();
    const { path, object } = this.on(apiVersion, name, 'POST');
    const collection = path.slice(0, path.lastIndexOf('/'));
    return { method: 'POST', path: collection + this.query(), body: this.body(apiVersion, name), object };
  }

  private put(): Step {
    const [apiVersion, name] = this.target();
    const revision = this.dice.pick(['present', 'present', 'present', 'stale', undefined] as const);
    return { ...this.on(apiVersion, name, 'PUT'), body: this.body(apiVersion, name), revision };
  }

  private mergePatch(): Step {
    return this.patch('application/merge-patch+json', this.partial());
  }

  private strategicPatch(): Step {
    return this.patch('application/strategic-merge-patch+json', this.partial());
  }

  private jsonPatch(): Step {
    const { dice, kind } = this;
    const pointers = [
      ...kind.pointers,
      '/metadata/labels/tier',
      '/metadata/annotations',
      '/metadata/name',
      '/nowhere/at/all',
    ];
    const values = ['a', 1, null, true, {}, [], { name: 'a' }, 'registry.example/web:3'];
    const operations = Array.from({ length: 1 + dice.number(3) }, () => {
      const op = dice.pick(['add', 'add', 'replace', 'replace', 'remove', 'test', 'copy', 'move']);
      const [path, from, value] = [dice.pick(pointers), dice.pick(pointers), dice.pick(values)];
      if (op === 'remove') return { op, path };
      return op === 'copy' || op === 'move' ? { op, from, path } : { op, path, value };
    });
    return this.patch('application/json-patch+json', operations);
  }

  private apply(): Step {
    const { dice } = this;
    const [apiVersion, name] = this.target();
    const manager = dice.pick(['one', 'two', 'one', 'two', '']);
    const query = [
      manager && `fieldManager=${manager}`,
      dice.chance(40) && 'force=true',
      this.option(),
    ].filter(Boolean);
    const step = this.on(apiVersion, name, 'PATCH', query.join('&'));
    return { ...step, contentType: 'application/apply-patch+yaml', body: this.body(apiVersion, name) };
  }

  private status(): Step {
    const { dice, kind } = this;
    const [apiVersion, name] = this.target();
    const status = kind.status?.(dice) ?? {};
    const step = this.on(
      apiVersion,
      `${name}/status`,
      'PATCH',
      dice.chance(50) ? 'fieldManager=three&force=true' : 'fieldManager=three',
    );
    const body = { apiVersion, kind: kind.kind, metadata: { name }, status };
    if (dice.chance(30)) return { ...step, contentType: 'application/apply-patch+yaml', body };
    if (dice.chance(50)) return { ...step, contentType: 'application/merge-patch+json', body: { status } };
    // Without the rest: who owns it when that rest, which is ignored, holds doubled items is left open.
    const whole = { apiVersion, kind: kind.kind, metadata: { name }, status };
    return { ...step, method: 'PUT', body: whole, revision: dice.chance(80) ? 'present' : undefined };
  }

  private scale(): Step {
    const { dice } = this;
    const [apiVersion, name] = this.target();
    const step = this.on(apiVersion, `${name}/scale`, 'PATCH', '');
    const replicas = dice.pick([0, 1, 4, -1]);
    if (dice.chance(30)) return { ...step, method: 'GET' };
    return { ...step, contentType: 'application/merge-patch+json', body: { spec: { replicas } } };
  }

  private remove(): Step {
    const { dice } = this;
    const [apiVersion, name] = this.target();
    const step = this.on(apiVersion, name, 'DELETE', dice.chance(15) ? 'dryRun=All' : '');
    // Jobs are orphaned where nothing else is said, and when that is done is a matter of time.
    if (dice.chance(60) && this.kind.kind !== 'Job') return step;
    const options = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy: this.kind.kind === 'Job' ? 'Background' : dice.pick(['Background', undefined]),
    };
    return { ...step, body: options, revision: dice.pick(['present', 'stale', undefined] as const) };
  }

  private list(): Step {
    const { dice, kind, place } = this;
    const [apiVersion] = this.target();
    const tier = dice.pick(['', ',tier=a', ',tier!=a', ',tier', ',!tier', ',tier in (a,b)']);
    const query = new URLSearchParams({ labelSelector: `sequence=${place.label}${tier}` });
    const accept = dice.pick([
      undefined,
      'application/json;as=Table;g=meta.k8s.io;v=v1',
      'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
    ]);
    const path = `${pathOf(kind, apiVersion, place)}?${query}`;
    return { method: 'GET', path, object: '', ...(accept ? { accept } : {}) };
  }

  private patch(contentType: string, body: unknown): Step {
    const [apiVersion, name] = this.target();
    const revision =
      this.dice.chance(10) && !Array.isArray(body)
        ? this.dice.pick(['present', 'stale'] as const)
        : undefined;
    return { ...this.on(apiVersion, name, 'PATCH'), contentType, body, revision };
  }

  private target(): [apiVersion: string, name: string] {
    const { dice, kind, place } = this;
    return [dice.pick(kind.apiVersions), `${place.label}-${dice.chance(80) ? 'a' : 'b'}`];
  }

  private on(apiVersion: string, name: string, method: string, query = this.query().slice(1)): Step {
    const path = pathOf(this.kind, apiVersion, this.place, name);
    const [object] = pathOf(this.kind, '', this.place, name).split(/\/(?:status|scale)$/);
    return { method, path: query === '' || method === 'GET' ? path : `${path}?${query}`, object };
  }

  private body(apiVersion: string, name: string): unknown {
    return {
      apiVersion,
      kind: this.kind.kind,
      metadata: { name, ...(metadataOf(this.place)(this.dice) as object) },
      ...this.content(),
    };
  }

  private partial(): Readonly<Record<string, unknown>> {
    const { dice, place } = this;
    const metadata = dice.chance(40) ? { metadata: metadataOf(place)(dice) } : {};
    return { ...metadata, ...this.content() };
  }

  private content(): object {
    return this.kind.content(this.dice) as object;
  }

  private query(): string {
    const option = this.option();
    return option ? `?${option}` : '';
  }

  private option(): string | undefined {
    const { dice } = this;
    if (dice.chance(75)) return undefined;
    return dice.pick([
      'dryRun=All',
      'fieldValidation=Strict',
      'fieldValidation=Ignore',
      'fieldManager=four',
      'fieldValidation=Warn',
    ]);
  }
}
