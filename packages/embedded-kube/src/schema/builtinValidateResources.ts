/** What a real server refuses in the resources that a container asks for. */
import { when, type Errors } from './builtinChecks';
import { structIn, type Draft } from './builtinDraft';
import { parseQuantity } from './builtinScalars';
import { invalidError } from './fieldErrors';
import { explainQualifiedName } from './names';

const OF_CONTAINERS = /^(cpu|memory|ephemeral-storage|hugepages-.+)$/;
/** Those that a quota, say, counts. */
const STANDARD =
  /^(cpu|memory|ephemeral-storage|storage|hugepages-.+|requests\..+|limits\..+|pods|services|replicationcontrollers|resourcequotas|secrets|configmaps|persistentvolumeclaims|services\..+)$/;
const NANO = 1_000_000_000n;

const amountOf = (value: unknown) => parseQuantity(String(value))?.nano ?? 0n;

function nameErrors(name: string, path: string): Errors {
  const unqualified = explainQualifiedName(name);
  const isOpen = !name.includes('/');
  const rules = [
    ...unqualified,
    ...(unqualified.length === 0 && isOpen && !STANDARD.test(name)
      ? ['must be a standard resource type or fully qualified']
      : []),
    ...(isOpen && !OF_CONTAINERS.test(name) ? ['must be a standard resource for containers'] : []),
  ];
  return rules.map(rule => invalidError(path, name, rule));
}

function amountErrors(values: Draft, path: string): Errors {
  return Object.entries(values).flatMap(([name, value]) => {
    const at = `${path}[${name}]`;
    const amount = amountOf(value);
    return [
      ...nameErrors(name, at),
      ...when(amount < 0n, () => invalidError(at, value, 'must be greater than or equal to 0')),
      ...when(name.includes('/') && amount % NANO !== 0n, () =>
        invalidError(at, value, 'must be an integer'),
      ),
    ];
  });
}

export function resourceErrors(resources: Draft | undefined, path: string): Errors {
  const limits = structIn(resources, 'limits') ?? {};
  const requests = structIn(resources, 'requests') ?? {};
  const above = Object.entries(requests).flatMap(([name, value]) =>
    when(limits[name] !== undefined && amountOf(value) > amountOf(limits[name]), () =>
      invalidError(
        `${path}.requests`,
        value,
        `must be less than or equal to ${name} limit of ${limits[name]}`,
      ),
    ),
  );
  return [...amountErrors(limits, `${path}.limits`), ...amountErrors(requests, `${path}.requests`), ...above];
}
