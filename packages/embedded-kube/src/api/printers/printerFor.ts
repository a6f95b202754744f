import { readFileSync } from 'node:fs';
import { besideSources } from '../../besideSources';
import type { ResourceType } from '../../contracts';
import { columns, type Column, type Printer } from './Printer';
import { autoscalerPrinter } from './autoscaling';
import { corePrinters } from './core';
import { customPrinter } from './customColumns';
import { driverPrinters } from './drivers';
import { networkPrinters } from './networks';
import { otherPrinters } from './others';
import { policyPrinters } from './policies';
import { volumePrinters } from './volumes';
import { workloadPrinters } from './workloads';

const PRINTERS: Readonly<Record<string, Printer>> = {
  ...corePrinters,
  ...workloadPrinters,
  ...otherPrinters,
  ...volumePrinters,
  ...networkPrinters,
  ...policyPrinters,
  ...driverPrinters,
  'autoscaling/HorizontalPodAutoscaler': autoscalerPrinter,
};

/** For kinds of which the server knows no more than when they were made. */
const plain: Printer = {
  hasNoEmptyRows: true,
  columns: columns('Name', 'Created At:date'),
  cells: ({ metadata }) => [metadata.name, metadata.creationTimestamp ?? null],
};

/** What a real server says of its columns, by group and kind; `*` holds what most kinds have. */
type ColumnTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

let columnTexts: ColumnTexts | undefined;

/** A column that says something of itself keeps its words. */
function described(key: string, printer: Printer): Printer {
  const file = besideSources('api', 'printers', 'columnTexts.json');
  columnTexts ??= JSON.parse(readFileSync(file, 'utf8')) as ColumnTexts;
  const texts = { ...columnTexts['*'], ...columnTexts[key] };
  const withText = (column: Column) =>
    column.description === '' ? { ...column, description: texts[column.name] ?? '' } : column;
  return { ...printer, columns: printer.columns.map(withText) };
}

const made = new WeakMap<ResourceType, Printer>();

export function printerFor(type: ResourceType): Printer {
  const known = made.get(type);
  if (known) return known;
  const key = `${type.group}/${type.kind}`;
  const own = type.isCustom ? customPrinter(type.columns) : (PRINTERS[key] ?? plain);
  const printer = described(key, own);
  made.set(type, printer);
  return printer;
}
