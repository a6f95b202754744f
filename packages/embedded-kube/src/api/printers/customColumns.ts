import type { PrinterColumn } from '../../contracts';
import { toGoJson } from '../../schema/fieldErrors';
import type { Column, Printer } from './Printer';
import { age } from './humanDuration';
import { findByPath } from './jsonPath';

const NAME: Column = { name: 'Name', type: 'string', format: 'name', description: '', priority: 0 };

const toColumn = ({
  name,
  type,
  format = '',
  description,
  jsonPath,
  priority = 0,
}: PrinterColumn): Column => ({
  name,
  type,
  format,
  description: description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
  priority,
});

/** A value as a cell of a type; what does not fit the type is left empty. */
function toCell(type: string, value: unknown, now: number): unknown {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'string':
      return typeof value === 'object' ? toGoJson(value) : String(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      if (typeof value !== 'string') return null;
      return Number.isNaN(Date.parse(value)) ? '<invalid>' : age(value, now);
    default:
      return null;
  }
}

const AGE: Column = { name: 'Age', type: 'date', format: '', description: '', priority: 0 };

/** Of a definition that asks for no columns. */
const unasked: Printer = {
  columns: [NAME, AGE],
  cells: ({ metadata }, now) => [metadata.name, age(metadata.creationTimestamp, now)],
};

/** The columns that a definition asks for, each with the first value at its path. */
export function customPrinter(columns: readonly PrinterColumn[] | undefined): Printer {
  if (!columns) return unasked;
  return {
    columns: [NAME, ...columns.map(toColumn)],
    cells: (object, now) => [
      object.metadata.name,
      ...columns.map(({ jsonPath, type }) => toCell(type, findByPath(jsonPath, object)[0], now)),
    ],
  };
}
