import type { GatedStream, RequestFacts } from '../cluster/Gate';
import type { Draw } from './Draw';
import type { Fault, FaultMatch, Patterns } from './fault';
import { toTest, type TextTest } from './pattern';

type Check = (facts: RequestFacts) => boolean;
type Read = (resource: NonNullable<RequestFacts['resource']>) => string;

/** One fault of a cluster at work. */
export class Rule<F extends Fault = Fault> {
  /** How often it was met. */
  met = 0;
  private readonly checks: readonly Check[];
  private readonly chance: number;
  private readonly most: number;
  /** Whether it meets a stream is drawn once. */
  private readonly streams = new WeakMap<GatedStream, boolean>();

  constructor(
    readonly id: string,
    readonly fault: F,
    private readonly draw: Draw,
  ) {
    const match: FaultMatch = fault.type === 'clock' ? {} : fault;
    this.checks = checksOf(match);
    this.chance = match.chance ?? 1;
    this.most = match.next ?? Infinity;
  }

  get isSpent(): boolean {
    return this.met >= this.most;
  }

  matches(facts: RequestFacts): boolean {
    if (this.isSpent || !this.checks.every(check => check(facts))) return false;
    return this.chance >= 1 || this.draw.next() < this.chance;
  }

  matchesStream(output: GatedStream): boolean {
    const known = this.streams.get(output);
    if (known !== undefined) return known;
    const isMet = this.matches(output.facts);
    this.streams.set(output, isMet);
    return isMet;
  }
}

/** A check for each field that is given. */
function checksOf(match: FaultMatch): readonly Check[] {
  const { verbs, paths, userAgents } = match;
  const checks: Check[] = [];
  const add = (patterns: Patterns | undefined, check: (test: TextTest) => Check) => {
    if (patterns !== undefined) checks.push(check(toTest(patterns)));
  };
  add(
    verbs,
    test =>
      ({ verb }) =>
        test(verb),
  );
  add(
    paths,
    test =>
      ({ path }) =>
        test(path),
  );
  add(
    userAgents,
    test =>
      ({ userAgent }) =>
        test(userAgent),
  );
  const addOfResource = (patterns: Patterns | undefined, read: Read) =>
    add(
      patterns,
      test =>
        ({ resource }) =>
          resource !== undefined && test(read(resource)),
    );
  addOfResource(match.kinds, ({ kind }) => kind);
  addOfResource(match.groups, ({ group }) => group);
  addOfResource(match.resources, ({ name }) => name);
  addOfResource(match.namespaces, ({ namespace }) => namespace);
  addOfResource(match.names, ({ objectName }) => objectName);
  return checks;
}
