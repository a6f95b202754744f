const DNS_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const QUALIFIED = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

const SUBDOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_TEXT =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const QUALIFIED_TEXT =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE_TEXT =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

const tooLong = (most: number) => `must be no more than ${most} bytes`;

export type NameRule = (name: string) => string[];

const rule =
  (pattern: RegExp, text: string, most: number): NameRule =>
  name => [...(name.length > most ? [tooLong(most)] : []), ...(pattern.test(name) ? [] : [text])];

export const subdomainProblems = rule(DNS_SUBDOMAIN, SUBDOMAIN_TEXT, 253);
export const labelProblems = rule(DNS_LABEL, LABEL_TEXT, 63);

/** Names that only have to fit into a path. */
export function pathSegmentProblems(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%'].filter(char => name.includes(char)).map(char => `may not contain '${char}'`);
}

export const labelValueProblems: NameRule = value => [
  ...(value.length > 63 ? [tooLong(63)] : []),
  ...(LABEL_VALUE.test(value) ? [] : [LABEL_VALUE_TEXT]),
];

/** `name` or `prefix.io/name`. */
export function qualifiedNameProblems(key: string): string[] {
  const parts = key.split('/');
  if (parts.length > 2) {
    return [
      "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
    ];
  }
  const name = parts[parts.length - 1];
  const prefix = parts.length === 2 ? prefixProblems(parts[0]) : [];
  if (name === '') return [...prefix, 'name part must be non-empty', QUALIFIED_TEXT];
  return [
    ...prefix,
    ...(name.length > 63 ? [`name part ${tooLong(63)}`] : []),
    ...(QUALIFIED.test(name) ? [] : [QUALIFIED_TEXT]),
  ];
}

const prefixProblems = (prefix: string): string[] =>
  prefix === '' ? ['prefix part must be non-empty'] : subdomainProblems(prefix).map(text => `prefix part ${text}`);
