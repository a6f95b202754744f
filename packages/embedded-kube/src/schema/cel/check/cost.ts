import type { ASTNode } from '@marcbachmann/cel-js';
import type { Checker } from './Checker';
import { loopCost, loopVariables, NEW_LIST, NEW_MAP } from './loopCosts';
import { isMacro } from './macros';
import type { CelType } from './types';

/** As large as can be counted; what has no bounds costs so much. */
export const BOUNDLESS = 2 ** 64;

const LETTER = 0.1;
const PATTERN_LETTER = 0.25;
/** Letters of the pattern behind a named format. */
const FORMAT_LETTERS = 128;
const ADDRESS_BYTES = 16;

const SCALARS = new Set(['bool', 'int', 'uint', 'double', 'duration', 'timestamp']);
const TEXTS = new Set(['string', 'bytes']);
/** Kubernetes' own types are compared at once. */
const isOpaque = (name: string) => name.includes('.');
const bounded = (value: number) => Math.min(value, BOUNDLESS);
const times = (size: number, factor: number) =>
  size === 0 || factor === 0 ? 0 : bounded(Math.ceil(size * factor));

/** What an expression costs at most, and how large what it comes to is. */
interface Estimate {
  readonly cost: number;
  readonly size: number;
  /** Of what is in a list or map that was made by the expression. */
  readonly itemSize?: number;
}

type Sizes = ReadonlyMap<string, { readonly size?: number }>;

/** Estimates as the compiler of the language does, by the bounds that schemas give. */
export class CostWalk {
  constructor(
    private readonly checker: Checker,
    /** Of the node that has the rule: the compiler takes names of types for it. */
    private readonly selfSize: number,
  ) {}

  estimate(node: ASTNode, sizes: Sizes): Estimate {
    const found = this.of(node, sizes);
    return { ...found, cost: bounded(found.cost), size: bounded(found.size) };
  }

  private typeOf(node: ASTNode): CelType | undefined {
    return this.checker.types.get(node);
  }

  /** By its type; what a schema bounds has the bound. */
  private sizeOf(node: ASTNode): number {
    const type = this.typeOf(node);
    const inner = type?.name === 'optional_type' ? type.args[0] : type;
    if (inner?.most !== undefined) return inner.most;
    return inner && SCALARS.has(inner.name) ? 1 : BOUNDLESS;
  }

  private of(node: ASTNode, sizes: Sizes): Estimate {
    switch (node.op) {
      case 'value':
        return { cost: 0, size: literalSize(node.args) };
      case 'id': {
        const own = this.sizeOf(node);
        return { cost: 1, size: own === BOUNDLESS ? (sizes.get(node.args)?.size ?? this.selfSize) : own };
      }
      case '.':
      case '.?':
        return { cost: this.estimate(node.args[0], sizes).cost + 1, size: this.sizeOf(node) };
      case 'list': {
        const items = node.args.map(item => this.estimate(item, sizes));
        const itemSize = Math.max(0, ...items.map(({ size }) => size));
        return { cost: sum(items) + NEW_LIST, size: items.length, itemSize };
      }
      case 'map': {
        const parts = node.args.flat().map(part => this.estimate(part, sizes));
        const itemSize = Math.max(0, ...parts.map(({ size }) => size));
        return { cost: sum(parts) + NEW_MAP, size: node.args.length, itemSize };
      }
      case 'rcall':
        return this.memberCall(node, sizes);
      case 'call':
        return this.globalCall(node, sizes);
      default:
        return this.operator(node, sizes);
    }
  }

  private operator(node: ASTNode, sizes: Sizes): Estimate {
    const args = [node.args].flat().map(arg => this.estimate(arg as ASTNode, sizes));
    const all = sum(args);
    const [left, right, other] = args;
    const own = this.sizeOf(node);
    switch (node.op) {
      case '&&':
      case '||':
        return { cost: all, size: 1 };
      case '?:':
        return { cost: left.cost + Math.max(right.cost, other.cost), size: Math.max(right.size, other.size) };
      case '==':
      case '!=': {
        const type = this.typeOf((node.args as [ASTNode, ASTNode])[0])?.name ?? '';
        const compared = isOpaque(type) ? 1 : times(Math.min(left.size, right.size), LETTER);
        return { cost: all + compared, size: 1 };
      }
      case 'in':
        return {
          cost: all + (this.typeOf((node.args as [ASTNode, ASTNode])[1])?.name === 'map' ? 1 : right.size),
          size: 1,
        };
      case '[]':
      case '[?]':
        return { cost: all + 1, size: own === BOUNDLESS ? (left.itemSize ?? own) : own };
      case '+': {
        const size = left.size + right.size;
        const type = this.typeOf(node)?.name ?? '';
        if (TEXTS.has(type)) return { cost: all + times(size, LETTER), size };
        return type === 'list'
          ? { cost: all + 1, size, itemSize: joined(left, right) }
          : { cost: all + 1, size: own };
      }
      case '<':
      case '<=':
      case '>':
      case '>=': {
        const isText = TEXTS.has(this.typeOf((node.args as [ASTNode, ASTNode])[0])?.name ?? '');
        return { cost: all + (isText ? times(Math.min(left.size, right.size), LETTER) : 1), size: 1 };
      }
      default:
        return { cost: all + 1, size: own };
    }
  }

  private globalCall(node: Extract<ASTNode, { op: 'call' }>, sizes: Sizes): Estimate {
    const [name, args] = node.args;
    if (name === 'has') {
      const [arg] = args;
      return {
        cost: arg.op === '.' || arg.op === '.?' ? this.estimate(arg.args[0], sizes).cost : 0,
        size: 1,
      };
    }
    const found = args.map(arg => this.estimate(arg, sizes));
    const own = this.sizeOf(node);
    const first = found[0]?.size ?? 0;
    if (name === 'dyn') return { ...found[0], cost: found[0].cost + 1 };
    if (name === 'matches') return { cost: sum(found) + patternCost(first, found[1].size), size: 1 };
    const isRead = /^(url|isURL|ip|isIP|cidr|isCIDR|quantity|isQuantity|semver|isSemver)$/.test(name);
    if (isRead) return { cost: sum(found) + times(first, LETTER), size: name === 'url' ? first : own };
    const converts = `${this.typeOf(args[0])?.name} ${name}`;
    if (converts === 'string bytes') return { cost: sum(found) + times(first, LETTER), size: first * 4 };
    if (converts === 'bytes string') return { cost: sum(found) + times(first, LETTER), size: first };
    return { cost: sum(found) + 1, size: own };
  }

  private memberCall(node: Extract<ASTNode, { op: 'rcall' }>, sizes: Sizes): Estimate {
    const [name, owner, args] = node.args;
    const isNamespaced = !this.typeOf(owner);
    if (!isNamespaced && isMacro(name, args)) return this.macro(node, sizes);
    const found = args.map(arg => this.estimate(arg, sizes));
    if (isNamespaced) return { cost: sum(found) + this.setCost(name, found), size: this.sizeOf(node) };
    const target = this.estimate(owner, sizes);
    const all = sum([target, ...found]);
    const { cost, size } = this.methodCost(node, target, found);
    return { cost: all + cost, size: size ?? this.sizeOf(node) };
  }

  private setCost(name: string, found: readonly Estimate[]): number {
    const [left, right] = found;
    if (name === 'isCanonical') return times(left.size, 2 * LETTER);
    if (!['contains', 'intersects', 'equivalent'].includes(name) || !right) return 1;
    const once = left.size * right.size + 1;
    return name === 'equivalent' ? 2 * once : once;
  }

  private methodCost(
    node: Extract<ASTNode, { op: 'rcall' }>,
    target: Estimate,
    found: readonly Estimate[],
  ): { readonly cost: number; readonly size?: number } {
    const [name, owner, args] = node.args;
    const first = found[0]?.size ?? 0;
    switch (name) {
      case 'startsWith':
      case 'endsWith':
        return { cost: times(first, LETTER) };
      case 'matches':
      case 'find':
      case 'findAll':
        return { cost: patternCost(target.size, first), size: name === 'matches' ? 1 : target.size };
      case 'contains':
        return { cost: bounded(times(target.size, LETTER) * times(first, LETTER)) };
      case 'lowerAscii':
      case 'upperAscii':
      case 'substring':
      case 'trim':
        return { cost: times(target.size, LETTER), size: target.size };
      case 'replace':
        return {
          cost: times(target.size, 2 * LETTER),
          size: bounded((target.size + 1) * (found[1]?.size ?? 0) + target.size),
        };
      case 'split': {
        const [, most] = args;
        const size = most?.op === 'value' && typeof most.args === 'bigint' ? Number(most.args) : target.size;
        return { cost: times(target.size, 2 * LETTER), size };
      }
      case 'join': {
        const size = bounded(
          target.size * this.itemSize(owner, target) + first * Math.max(0, target.size - 1),
        );
        return { cost: times(size, LETTER), size };
      }
      case 'format':
        return { cost: times(target.size, LETTER) };
      case 'validate':
        return { cost: times(times(first, LETTER), FORMAT_LETTERS * PATTERN_LETTER) };
      case 'containsIP':
      case 'containsCIDR':
        return { cost: times(3 * ADDRESS_BYTES, LETTER) + 1 + this.readCost(args[0], first) };
      case 'isSorted':
      case 'sum':
      case 'max':
      case 'min':
      case 'indexOf':
      case 'lastIndexOf':
        return { cost: this.scanCost(owner, target) };
      default:
        return { cost: 1 };
    }
  }

  /** An address that is still text is read first. */
  private readCost(node: ASTNode, size: number): number {
    return this.typeOf(node)?.name === 'string' ? times(size, LETTER) : 0;
  }

  private itemSize(owner: ASTNode, target: Estimate): number {
    const item = this.typeOf(owner)?.args[0];
    return item?.most ?? target.itemSize ?? (item && SCALARS.has(item.name) ? 1 : BOUNDLESS);
  }

  private scanCost(owner: ASTNode, target: Estimate): number {
    const type = this.typeOf(owner);
    if (type?.name !== 'list') return times(target.size, LETTER);
    const each = TEXTS.has(type.args[0].name) ? 1 + times(this.itemSize(owner, target), LETTER) : 1;
    return bounded(target.size * each);
  }

  /** Loops cost as often as they go round. */
  private macro(node: Extract<ASTNode, { op: 'rcall' }>, sizes: Sizes): Estimate {
    const [name, owner, args] = node.args;
    const range = this.estimate(owner, sizes);
    const variables = loopVariables(name, args);
    const size = this.itemSize(owner, range);
    const inner = new Map(sizes);
    for (const variable of args.slice(0, variables))
      if (variable.op === 'id') inner.set(variable.args, { size });
    const parts = args.slice(variables).map(part => this.estimate(part, inner));
    const last = parts[parts.length - 1];
    if (name === 'optMap' || name === 'optFlatMap')
      return { cost: 2 * range.cost + last.cost + NEW_LIST + 4, size: last.size };
    const { start, each, end } = loopCost(name, parts);
    const made = /^(filter|sortBy)$/.test(name) ? size : last.size;
    return {
      cost: range.cost + start + bounded(range.size * each) + end,
      size: /^(all|exists)/.test(name) ? 1 : range.size,
      itemSize: made,
    };
  }
}

const sum = (estimates: readonly Estimate[]) => bounded(estimates.reduce((all, { cost }) => all + cost, 0));

const joined = ({ itemSize: a }: Estimate, { itemSize: b }: Estimate) =>
  a === undefined || b === undefined ? undefined : Math.max(a, b);

const patternCost = (text: number, pattern: number) =>
  bounded(times(text + 1, LETTER) * times(pattern, PATTERN_LETTER));

function literalSize(value: unknown): number {
  if (typeof value === 'string') return [...value].length;
  return value instanceof Uint8Array ? value.length : 1;
}
