import type { ResourceType } from '../../contracts';
import { columns, type Printer } from './Printer';
import { autoscalerPrinter } from './autoscaling';
import { corePrinters } from './core';
import { customPrinter } from './customColumns';
import { otherPrinters } from './others';
import { volumePrinters } from './volumes';
import { workloadPrinters } from './workloads';

const PRINTERS: Readonly<Record<string, Printer>> = {
  ...corePrinters,
  ...workloadPrinters,
  ...otherPrinters,
  ...volumePrinters,
  'autoscaling/HorizontalPodAutoscaler': autoscalerPrinter,
};

/** For kinds of which the server knows no more than when they were made. */
const plain: Printer = {
  columns: columns('Name', 'Created At:date'),
  cells: ({ metadata }) => [metadata.name, metadata.creationTimestamp ?? null],
};

const custom = new WeakMap<ResourceType, Printer>();

export function printerFor(type: ResourceType): Printer {
  if (!type.columns) return PRINTERS[`${type.group}/${type.kind}`] ?? plain;
  let printer = custom.get(type);
  if (!printer) {
    printer = customPrinter(type.columns);
    custom.set(type, printer);
  }
  return printer;
}
