import { readFileSync } from 'node:fs';
import { besideSources } from '../../besideSources';

/**
 * A field of a message: its name in JSON (empty: its fields are those of the parent), what it holds (a scalar or the name
 * of a message), and how often.
 */
export type ProtobufField = readonly [name: string, holds: string, count: 'one' | 'list' | 'map'];

export type ProtobufMessage = Readonly<Record<string, ProtobufField>>;

/** Messages by the name that OpenAPI gives them, fields by their number. */
export interface ProtobufDocument {
  readonly messages: Readonly<Record<string, ProtobufMessage>>;
  /** Names of fields as the Go struct has them, where that is not by their number. */
  readonly orders: Readonly<Record<string, readonly string[]>>;
}

export const PROTOBUF_FILE = ['http', 'protobuf', 'protobufFields.json'];

let loaded: ProtobufDocument | undefined;

/** Read on first use: most clients never send protobuf. */
export function protobufDocument(): ProtobufDocument {
  loaded ??= JSON.parse(readFileSync(besideSources(...PROTOBUF_FILE), 'utf8')) as ProtobufDocument;
  return loaded;
}
