import { toPlainText } from '@fleetstage/backstage-plugin-fleetstage-common';

type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
}

export const LOG_LEVELS = ['debug', 'info', 'warn'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Lines such as `2026-11-21T12:00:00.000Z info Applying {"work":"web-work"}`; what others have named stays within its line. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const log = (at: LogLevel) => (message: string, fields?: Fields) => {
    if (LOG_LEVELS.indexOf(at) < LOG_LEVELS.indexOf(level)) return;
    const said = fields ? ` ${JSON.stringify(fields)}` : '';
    write(`${new Date().toISOString()} ${at} ${toPlainText(message + said)}\n`);
  };
  return { debug: log('debug'), info: log('info'), warn: log('warn') };
}
