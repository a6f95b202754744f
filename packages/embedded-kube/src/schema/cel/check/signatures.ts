import { parseType, type Overload } from './overloads';

const COMPARED = [
  'bool,bool',
  'int,int',
  'int,double',
  'int,uint',
  'uint,uint',
  'uint,double',
  'uint,int',
  'double,double',
  'double,int',
  'double,uint',
  'string,string',
  'bytes,bytes',
  'timestamp,timestamp',
  'duration,duration',
];
const compared = (operator: string) => COMPARED.map(args => `${operator}(${args}):bool`);

const OPERATORS = [
  '!_(bool):bool',
  '-_(int):int',
  '-_(double):double',
  '_==_(A,A):bool',
  '_!=_(A,A):bool',
  ...['_<_', '_<=_', '_>_', '_>=_'].flatMap(compared),
  ...['int', 'uint', 'double', 'string', 'bytes', 'list<A>', 'duration'].map(
    type => `_+_(${type},${type}):${type}`,
  ),
  '_+_(timestamp,duration):timestamp',
  '_+_(duration,timestamp):timestamp',
  ...['int', 'uint', 'double', 'duration'].map(type => `_-_(${type},${type}):${type}`),
  '_-_(timestamp,timestamp):duration',
  '_-_(timestamp,duration):timestamp',
  ...['_*_', '_/_'].flatMap(operator =>
    ['int', 'uint', 'double'].map(type => `${operator}(${type},${type}):${type}`),
  ),
  '_%_(int,int):int',
  '_%_(uint,uint):uint',
  '@in(A,list<A>):bool',
  '@in(A,map<A,B>):bool',
  '_[_](list<A>,int):A',
  '_[_](map<A,B>,A):B',
  '_[_](optional<list<A>>,int):optional<A>',
  '_[_](optional<map<A,B>>,A):optional<B>',
  '_[?_](list<A>,int):optional<A>',
  '_[?_](map<A,B>,A):optional<B>',
  '_[?_](optional<list<A>>,int):optional<A>',
  '_[?_](optional<map<A,B>>,A):optional<B>',
  '_?_:_(bool,A,A):A',
];

const to = (type: string, ...from: readonly string[]) => from.map(each => `${type}(${each}):${type}`);

const STANDARD = [
  ...['string', 'bytes', 'list<A>', 'map<A,B>'].flatMap(type => [`size(${type}):int`, `${type}.size():int`]),
  ...to('int', 'int', 'uint', 'double', 'string', 'timestamp', 'duration'),
  ...to('uint', 'int', 'uint', 'double', 'string'),
  ...to('double', 'int', 'uint', 'double', 'string'),
  ...to('string', 'bool', 'int', 'uint', 'double', 'string', 'bytes', 'timestamp', 'duration', 'IP', 'CIDR'),
  ...to('bytes', 'bytes', 'string'),
  ...to('bool', 'bool', 'string'),
  ...to('timestamp', 'timestamp', 'string', 'int'),
  ...to('duration', 'duration', 'string', 'int'),
  'dyn(A):dyn',
  'type(A):type<A>',
  ...['contains', 'startsWith', 'endsWith', 'matches'].map(name => `string.${name}(string):bool`),
  'matches(string,string):bool',
  ...[
    'FullYear',
    'Month',
    'Date',
    'DayOfMonth',
    'DayOfWeek',
    'DayOfYear',
    'Hours',
    'Minutes',
    'Seconds',
    'Milliseconds',
  ].flatMap(name => [`timestamp.get${name}():int`, `timestamp.get${name}(string):int`]),
  ...['Hours', 'Minutes', 'Seconds', 'Milliseconds'].map(name => `duration.get${name}():int`),
];

const TEXT = [
  'string.charAt(int):string',
  ...['indexOf', 'lastIndexOf'].flatMap(name => [
    `string.${name}(string):int`,
    `string.${name}(string,int):int`,
  ]),
  'list<string>.join():string',
  'list<string>.join(string):string',
  ...['lowerAscii', 'upperAscii', 'trim', 'reverse'].map(name => `string.${name}():string`),
  'string.replace(string,string):string',
  'string.replace(string,string,int):string',
  'string.split(string):list<string>',
  'string.split(string,int):list<string>',
  'string.substring(int):string',
  'string.substring(int,int):string',
  'string.format(list<dyn>):string',
  'strings.quote(string):string',
  'string.find(string):string',
  'string.findAll(string):list<string>',
  'string.findAll(string,int):list<string>',
];

const ORDERED = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];
const LISTS = [
  ...ORDERED.flatMap(type => [
    `list<${type}>.isSorted():bool`,
    `list<${type}>.min():${type}`,
    `list<${type}>.max():${type}`,
    `list<${type}>.sort():list<${type}>`,
  ]),
  ...['int', 'uint', 'double', 'duration'].map(type => `list<${type}>.sum():${type}`),
  'list<A>.indexOf(A):int',
  'list<A>.lastIndexOf(A):int',
  'list<A>.slice(int,int):list<A>',
  'list<list<A>>.flatten():list<A>',
  'list<dyn>.flatten(int):list<dyn>',
  'list<A>.distinct():list<A>',
  'list<A>.reverse():list<A>',
  'list<A>.first():optional<A>',
  'list<A>.last():optional<A>',
  'lists.range(int):list<int>',
  ...['contains', 'equivalent', 'intersects'].map(name => `sets.${name}(list<A>,list<A>):bool`),
];

const OPTIONALS = [
  'optional.of(A):optional<A>',
  'optional.ofNonZeroValue(A):optional<A>',
  'optional.none():optional<A>',
  'optional<A>.value():A',
  'optional<A>.hasValue():bool',
  'optional<A>.or(optional<A>):optional<A>',
  'optional<A>.orValue(A):A',
  'optional.unwrap(list<optional<A>>):list<A>',
  'list<optional<A>>.unwrapOpt():list<A>',
];

const KUBERNETES = [
  'quantity(string):Quantity',
  'isQuantity(string):bool',
  'sign(Quantity):int',
  'Quantity.isInteger():bool',
  'Quantity.asInteger():int',
  'Quantity.asApproximateFloat():double',
  'Quantity.compareTo(Quantity):int',
  'Quantity.isGreaterThan(Quantity):bool',
  'Quantity.isLessThan(Quantity):bool',
  ...['add', 'sub'].flatMap(name => [
    `Quantity.${name}(Quantity):Quantity`,
    `Quantity.${name}(int):Quantity`,
  ]),
  'url(string):URL',
  'isURL(string):bool',
  ...['Scheme', 'Host', 'Hostname', 'Port', 'EscapedPath'].map(name => `URL.get${name}():string`),
  'URL.getQuery():map<string,list<string>>',
  'ip(string):IP',
  'isIP(string):bool',
  'ip.isCanonical(string):bool',
  'IP.family():int',
  ...['Unspecified', 'Loopback', 'LinkLocalMulticast', 'LinkLocalUnicast', 'GlobalUnicast'].map(
    name => `IP.is${name}():bool`,
  ),
  'cidr(string):CIDR',
  'isCIDR(string):bool',
  'CIDR.containsIP(string):bool',
  'CIDR.containsIP(IP):bool',
  'CIDR.containsCIDR(string):bool',
  'CIDR.containsCIDR(CIDR):bool',
  'CIDR.ip():IP',
  'CIDR.masked():CIDR',
  'CIDR.prefixLength():int',
  'format.named(string):optional<Format>',
  'Format.validate(string):optional<list<string>>',
  'semver(string):Semver',
  'semver(string,bool):Semver',
  'isSemver(string):bool',
  'isSemver(string,bool):bool',
  ...['major', 'minor', 'patch'].map(name => `Semver.${name}():int`),
  'Semver.compareTo(Semver):int',
  'Semver.isGreaterThan(Semver):bool',
  'Semver.isLessThan(Semver):bool',
];

export const NAMED_FORMATS = [
  'dns1123Label',
  'dns1123Subdomain',
  'dns1035Label',
  'qualifiedName',
  'dns1123LabelPrefix',
  'dns1123SubdomainPrefix',
  'dns1035LabelPrefix',
  'labelValue',
  'uri',
  'uuid',
  'byte',
  'date',
  'datetime',
];

/** Before the name of a function that belongs to no value. */
const NAMESPACES = new Set(['strings', 'lists', 'sets', 'optional', 'ip', 'format']);

interface Signature extends Overload {
  readonly name: string;
}

function parseSignature(text: string): Signature {
  const [, before, inner, result] = /^(.*)\(([^()]*)\):(.*)$/.exec(text)!;
  const args = parseType(`x<${inner}>`).args;
  const dot = before.startsWith('_') ? -1 : before.lastIndexOf('.');
  const owner = before.slice(0, Math.max(dot, 0));
  const isMember = dot > 0 && !NAMESPACES.has(owner);
  if (!isMember) return { name: before, isMember, args, result: parseType(result) };
  return {
    name: before.slice(dot + 1),
    isMember,
    args: [parseType(owner), ...args],
    result: parseType(result),
  };
}

let all: ReadonlyMap<string, readonly Overload[]> | undefined;

/** All functions and operators by name. */
export function overloadsOf(name: string): readonly Overload[] | undefined {
  if (!all) {
    const texts = [
      ...OPERATORS,
      ...STANDARD,
      ...TEXT,
      ...LISTS,
      ...OPTIONALS,
      ...KUBERNETES,
      ...NAMED_FORMATS.map(format => `format.${format}():Format`),
    ];
    const made = new Map<string, Overload[]>();
    for (const signature of texts.map(parseSignature))
      made.set(signature.name, [...(made.get(signature.name) ?? []), signature]);
    all = made;
  }
  return all.get(name);
}
