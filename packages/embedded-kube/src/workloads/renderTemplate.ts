import { readPath } from './readPath';

type Scope = Readonly<Record<string, unknown>>;

const WHOLE = /^\{\{\s*([\w.[\]*-]+)\s*\}\}$/;
const PART = /\{\{\s*([\w.[\]*-]+)\s*\}\}/g;

/**
 * Fills a template in. A text that is one `{{ path }}` becomes the value there, and its field goes where there is none;
 * within a longer text it becomes text. `{ each: path, render: … }` becomes a list, with each item as `item`;
 * `{ if: path, matches: …, then: …, else: … }` becomes one of two.
 *
 *   '{{ now }}'                                              → the moment
 *   { each: spec.containers, render: { name: '{{ item.name }}' } } → [{ name: 'web' }]
 */
export function renderTemplate(template: unknown, scope: Scope): unknown {
  if (typeof template === 'string') return renderText(template, scope);
  if (Array.isArray(template)) return template.flatMap(item => renderItem(item, scope));
  if (template === null || typeof template !== 'object') return template;
  const fields = template as Scope;
  if (typeof fields.if === 'string') return renderTemplate(fields[choose(fields, scope)], scope);
  if (typeof fields.each === 'string') return renderEach(fields, scope);
  return Object.fromEntries(
    Object.entries(fields)
      .map(([key, value]) => [key, renderTemplate(value, scope)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** An `each` within a list adds its items to that list. */
function renderItem(item: unknown, scope: Scope): readonly unknown[] {
  const rendered = renderTemplate(item, scope);
  if (rendered === undefined) return [];
  return isEach(item) && Array.isArray(rendered) ? rendered : [rendered];
}

const isEach = (item: unknown) => item !== null && typeof item === 'object' && 'each' in item;

function renderEach({ each, render }: Scope, scope: Scope): unknown {
  const items = readPath(scope, `${String(each)}[*]`);
  return items.length === 0 ? undefined : items.map(item => renderTemplate(render, { ...scope, item }));
}

const choose = (fields: Scope, scope: Scope): 'then' | 'else' =>
  readPath(scope, String(fields.if)).some(value => new RegExp(String(fields.matches)).test(String(value)))
    ? 'then'
    : 'else';

function renderText(text: string, scope: Scope): unknown {
  const whole = WHOLE.exec(text);
  if (whole) return readPath(scope, whole[1])[0];
  return text.replace(PART, (_, path: string) => String(readPath(scope, path)[0] ?? ''));
}
