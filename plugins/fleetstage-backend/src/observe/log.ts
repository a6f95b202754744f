import { toPlain, toPlainText } from './plainText';

/**
 * The fields of log lines: one table, so that a search for `placement=web` finds every line that concerns it.
 * One line per pass with its `outcome`; one before an effect, with a verb in -ing; errors once, by whoever owns the loop.
 */
export interface LogFields {
  readonly hub?: string;
  readonly placement?: string;
  readonly cluster?: string;
  readonly run?: string;
  /** Name of the queue whose key is worked on. */
  readonly pass?: string;
  readonly key?: string;
  /** How the pass ended. */
  readonly outcome?: string;
  readonly durationMs?: number;
  readonly attempts?: number;
  readonly retryInMs?: number;
  /** Why, in one sentence. */
  readonly reason?: string;
  /** The change, for decisions. */
  readonly diff?: string;
  readonly kind?: string;
  readonly [field: string]: string | number | boolean | undefined;
}

/** Backstage's logger has this shape. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** For tests, and where nobody listens. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A log whose lines stay lines: what people, hubs and members have named cannot write one of its own, nor hide. */
export const plainLog = (log: Log): Log => ({
  debug: (message, fields) => log.debug(toPlainText(message), toPlain(fields)),
  info: (message, fields) => log.info(toPlainText(message), toPlain(fields)),
  warn: (message, fields) => log.warn(toPlainText(message), toPlain(fields)),
  error: (message, fields) => log.error(toPlainText(message), toPlain(fields)),
});

/** A log whose lines all carry some fields. */
export const withFields = (log: Log, fixed: LogFields): Log => ({
  debug: (message, fields) => log.debug(message, { ...fixed, ...fields }),
  info: (message, fields) => log.info(message, { ...fixed, ...fields }),
  warn: (message, fields) => log.warn(message, { ...fixed, ...fields }),
  error: (message, fields) => log.error(message, { ...fixed, ...fields }),
});
