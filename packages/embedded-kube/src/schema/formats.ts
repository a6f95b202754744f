import { isIP, isIPv4, isIPv6 } from 'node:net';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;
const GO_DURATION =
  /^[-+]?(\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))*$/;
const COUNTED = /(\d+)\s*([A-Za-zµ]+)/g;
const UNITS = ['ns', 'us', 'µs', 'ms', 's', 'm', 'h', 'hr', 'd', 'w', 'wk'];
/** Units that may go on: `minutes`, `mins`. */
const UNIT_BEGINNINGS = ['nano', 'micro', 'milli', 'sec', 'min', 'hour', 'day', 'week'];
const HOSTNAME =
  /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u;
const uuid = (version: string, variant: string) =>
  new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?${variant}[0-9a-f]{3}-?[0-9a-f]{12}$`, 'i');

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text)?.map(Number) ?? [];
  if (!month || !day || month > 12) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function isCidr(text: string): boolean {
  const [address, bits, ...rest] = text.split('/');
  if (bits === undefined || rest.length > 0 || !/^\d{1,3}$/.test(bits)) return false;
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
}

function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  return match !== null && isDate(match[1]);
}

/** One count with a unit is enough; what else there is is not checked. */
const isWordedDuration = (text: string) =>
  [...text.matchAll(COUNTED)].some(([, , word]) => {
    const unit = word.toLowerCase();
    return UNITS.includes(unit) || UNIT_BEGINNINGS.some(begin => unit.startsWith(begin));
  });

const isUri = (text: string) => text.startsWith('/') || /^[a-zA-Z][a-zA-Z0-9+.-]*:[^\s]*$/.test(text);
const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/\r\n]*={0,2}$/.test(text);
const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

/** Formats of strings that the server knows; hyphens in their names do not count. */
const STRING_FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  bsonobjectid: matches(/^[0-9a-fA-F]{24}$/),
  uri: isUri,
  email: matches(/^[^\s@<>]+@[^\s@<>]+$/),
  hostname: text => text.length <= 253 && HOSTNAME.test(text),
  ipv4: isIPv4,
  ipv6: isIPv6,
  cidr: isCidr,
  mac: matches(/^([0-9a-fA-F]{2}[:-]){5,19}[0-9a-fA-F]{2}$|^([0-9a-fA-F]{4}\.){2,9}[0-9a-fA-F]{4}$/),
  uuid: text => uuid('[0-9a-f]', '[0-9a-f]').test(text),
  uuid3: text => uuid('3', '[0-9a-f]').test(text),
  uuid4: text => uuid('4', '[89ab]').test(text),
  uuid5: text => uuid('5', '[89ab]').test(text),
  hexcolor: matches(/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/),
  byte: isBase64,
  password: () => true,
  date: isDate,
  duration: text => GO_DURATION.test(text) || text === '0' || isWordedDuration(text),
  datetime: isDateTime,
  k8sshortname: matches(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/),
  k8slongname: text =>
    text.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(text),
};

export const normalizeFormat = (format: string) => format.replaceAll('-', '');

/** The check of a format; `undefined` for a format that the server ignores. */
export const stringFormat = (format: string): ((text: string) => boolean) | undefined => {
  const name = normalizeFormat(format);
  return Object.hasOwn(STRING_FORMATS, name) ? STRING_FORMATS[name] : undefined;
};
