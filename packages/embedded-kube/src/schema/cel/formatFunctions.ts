import { Optional, type Environment } from '@marcbachmann/cel-js';
import { stringFormat } from '../formats';
import {
  explainDns1035Label,
  explainDnsLabel,
  explainLabelValue,
  explainQualifiedName,
  explainSubdomain,
} from '../names';
import { explainUrl } from './goUrl';

type Explain = (text: string) => readonly string[];

/** A beginning may end with a hyphen, as something follows. */
const asBeginning =
  (explain: Explain): Explain =>
  text =>
    explain(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -1)}a` : text);

const asFormat =
  (format: string, why: string): Explain =>
  text =>
    stringFormat(format)!(text) ? [] : [why];

const FORMATS: Readonly<Record<string, Explain>> = {
  dns1123Label: explainDnsLabel,
  dns1123Subdomain: explainSubdomain,
  dns1035Label: explainDns1035Label,
  qualifiedName: explainQualifiedName,
  labelValue: explainLabelValue,
  dns1123LabelPrefix: asBeginning(explainDnsLabel),
  dns1123SubdomainPrefix: asBeginning(explainSubdomain),
  dns1035LabelPrefix: asBeginning(explainDns1035Label),
  uri: text => [explainUrl(text)].filter(why => why !== undefined),
  uuid: asFormat('uuid', 'does not match the UUID format'),
  byte: asFormat('byte', 'invalid base64'),
  date: asFormat('date', 'invalid date'),
  datetime: asFormat('datetime', 'invalid datetime'),
};

class NamedFormat {
  constructor(readonly explain: Explain) {}
}

class FormatNamespace {}

/** `format.dns1123Label().validate(self)`: what is wrong, or nothing. */
export function registerFormatFunctions(environment: Environment): void {
  environment.registerType('Format', NamedFormat);
  environment.registerType('FormatNamespace', FormatNamespace);
  environment.registerConstant('format', 'FormatNamespace', new FormatNamespace());
  for (const [name, explain] of Object.entries(FORMATS))
    environment.registerFunction(`FormatNamespace.${name}(): Format`, () => new NamedFormat(explain));
  environment.registerFunction(
    'FormatNamespace.named(string): optional<Format>',
    (_: unknown, name: string) =>
      Object.hasOwn(FORMATS, name) ? Optional.of(new NamedFormat(FORMATS[name])) : Optional.none(),
  );
  environment.registerFunction(
    'Format.validate(string): optional<list<string>>',
    ({ explain }: NamedFormat, text: string) => {
      const why = explain(text);
      return why.length === 0 ? Optional.none() : Optional.of(why);
    },
  );
}
