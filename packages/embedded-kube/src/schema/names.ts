const NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${NAME})?`;
const DNS_LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const DNS_SUBDOMAIN = `${DNS_LABEL}(\\.${DNS_LABEL})*`;
const DNS_1035_LABEL = '[a-z]([-a-z0-9]*[a-z0-9])?';

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`);
const isName = whole(NAME);
const isLabelValue = whole(LABEL_VALUE);
const isSubdomain = whole(DNS_SUBDOMAIN);
const isDnsLabel = whole(DNS_LABEL);
const isDns1035Label = whole(DNS_1035_LABEL);

const explain = (text: string, pattern: string, ...examples: readonly string[]) =>
  `${text} (e.g. ${examples.map(example => `'${example}'`).join(',  or ')}, regex used for validation is '${pattern}')`;

const NAME_RULE = `must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character`;
const nameExplained = (what: string) => explain(`${what} ${NAME_RULE}`, NAME, 'MyName', 'my.name', '123-abc');
const bytesOf = (text: string) => Buffer.byteLength(text);

/** What is wrong with a name made of DNS labels and dots. */
export function explainSubdomain(text: string): readonly string[] {
  const wrong: string[] = [];
  if (text.length > 253) wrong.push('must be no more than 253 characters');
  if (!isSubdomain.test(text)) {
    wrong.push(
      explain(
        `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character`,
        DNS_SUBDOMAIN,
        'example.com',
      ),
    );
  }
  return wrong;
}

export function explainDnsLabel(text: string): readonly string[] {
  const wrong: string[] = [];
  if (text.length > 63) wrong.push('must be no more than 63 characters');
  if (isDnsLabel.test(text)) return wrong;
  if (isSubdomain.test(text)) wrong.push('must not contain dots');
  else {
    wrong.push(
      explain(
        `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character`,
        DNS_LABEL,
        'my-name',
        '123-abc',
      ),
    );
  }
  return wrong;
}

export function explainDns1035Label(text: string): readonly string[] {
  const wrong: string[] = [];
  if (text.length > 63) wrong.push('must be no more than 63 characters');
  if (!isDns1035Label.test(text)) {
    wrong.push(
      explain(
        `a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character`,
        DNS_1035_LABEL,
        'my-name',
        'abc-123',
      ),
    );
  }
  return wrong;
}

/** The same as of a subdomain, but that its length is given in bytes. */
const explainPrefix = (text: string) =>
  explainSubdomain(text).map(rule => rule.replace(/^(must be no more than \d+) characters$/, '$1 bytes'));

/** What is wrong with a label key, an annotation key or a finalizer. */
export function explainQualifiedName(text: string): readonly string[] {
  const parts = text.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${NAME_RULE} (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${NAME}') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = parts[parts.length - 1];
  const wrong: string[] = [];
  if (parts.length === 2) {
    if (parts[0] === '') wrong.push('prefix part must be non-empty');
    else wrong.push(...explainPrefix(parts[0]).map(rule => `prefix part ${rule}`));
  }
  if (name === '') wrong.push('name part must be non-empty');
  else if (bytesOf(name) > 63) wrong.push('name part must be no more than 63 bytes');
  if (!isName.test(name)) wrong.push(nameExplained('name part'));
  return wrong;
}

export function explainLabelValue(text: string): readonly string[] {
  const wrong: string[] = [];
  if (bytesOf(text) > 63) wrong.push('must be no more than 63 bytes');
  if (!isLabelValue.test(text)) {
    wrong.push(
      explain(
        `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character`,
        LABEL_VALUE,
        'MyValue',
        'my_value',
        '12345',
      ),
    );
  }
  return wrong;
}

/** What is wrong with a name as a segment of a path, which is all that is asked of some built-in kinds. */
export function explainPathSegment(text: string): readonly string[] {
  if (text === '.' || text === '..') return [`may not be '${text}'`];
  return ['/', '%'].filter(char => text.includes(char)).map(char => `may not contain '${char}'`);
}
