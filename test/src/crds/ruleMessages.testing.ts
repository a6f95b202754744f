import { generateCrds } from './generateCrds';

/** The message of every validation rule of every definition, each once. */
export function ruleMessages(): string[] {
  const messages = new Set<string>();
  for (const { crd } of generateCrds()) collect(crd.spec.versions, messages);
  return [...messages].sort();
}

function collect(value: unknown, into: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    if (name === 'x-kubernetes-validations')
      for (const { message } of child as { message: string }[]) into.add(message);
    else collect(child, into);
  }
}
