import type { Input, Update } from './rows.testing';

interface Form {
  readonly kind: string;
  readonly version: string;
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly resourceSelectors?: readonly Term[] };
}

interface Term {
  readonly group?: string;
  readonly kind: string;
}

const VERSIONS = ['v1beta1', 'v1'];
/** The namespace of all objects of the table that live in one. */
export const NAMESPACE = 'admission';
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  ClusterResourcePlacement: ['ClusterResourcePlacement', 'ResourcePlacement'].flatMap(kind =>
    VERSIONS.map(version => ({ kind, version })),
  ),
  ...Object.fromEntries(
    ['StagedUpdateStrategy', 'StagedUpdateRun', 'ApprovalRequest'].map(kind => [
      `Cluster${kind}`,
      [{ kind: `Cluster${kind}`, version: 'v1beta1' }, ...VERSIONS.map(version => ({ kind, version }))],
    ]),
  ),
  MemberCluster: VERSIONS.map(version => ({ kind: 'MemberCluster', version })),
};
const IN_A_NAMESPACE = new Set([
  'ResourcePlacement',
  'StagedUpdateStrategy',
  'StagedUpdateRun',
  'ApprovalRequest',
]);

/** A row once for each kind and version that it is true of (RUL 22): a row about a placement is up to four rows, about a staged kind up to three. */
export const inEveryForm = <R extends Input>(rows: readonly R[]): R[] =>
  rows.flatMap(row =>
    formsOf(row, row.object).map(form => ({
      ...row,
      name: nameOf(row, form),
      object: form ? inForm(row.object, form) : row.object,
    })),
  );

/** As {@link inEveryForm}; each form has an object of its own. */
export const updatesInEveryForm = <R extends Update>(rows: readonly R[]): R[] =>
  rows.flatMap(row =>
    formsOf(row, row.before).map(form => ({
      ...row,
      name: nameOf(row, form),
      before: form ? renamed(inForm(row.before, form), form) : row.before,
      after: form ? inForm(row.after, form) : row.after,
    })),
  );

/** What a row says of a placement, a member or a staged kind in v1beta1 is true in other forms; other rows are for one form. */
function formsOf({ only, isBetaOnly }: Input | Update, object: object): readonly (Form | undefined)[] {
  const { kind, apiVersion } = object as Manifest;
  if (!FORMS[kind] || !apiVersion.endsWith('/v1beta1')) return [undefined];
  return FORMS[kind].filter(
    form => (!only || form.kind === only) && (!isBetaOnly || form.version === 'v1beta1'),
  );
}

const nameOf = ({ name }: { name: string }, form: Form | undefined) =>
  form ? `${name} [${form.kind} ${form.version}]` : name;

function inForm(object: object, { kind, version }: Form): Manifest {
  const { apiVersion, metadata, spec, ...rest } = object as Manifest;
  const own = { ...rest, apiVersion: `${apiVersion.split('/')[0]}/${version}`, kind, metadata, spec };
  if (!IN_A_NAMESPACE.has(kind)) return own;
  const { resourceSelectors } = spec;
  return {
    ...own,
    metadata: { ...metadata, ...{ namespace: NAMESPACE } },
    spec: { ...spec, ...(resourceSelectors && { resourceSelectors: resourceSelectors.map(inNamespace) }) },
  };
}

/** A ResourcePlacement cannot select a Namespace; what a row says of selectors is true of any kind. */
const inNamespace = (term: Term): Term =>
  term.kind === 'Namespace'
    ? { ...term, ...(term.group !== undefined && { group: 'apps' }), kind: 'Deployment' }
    : term;

const renamed = (object: Manifest, { kind, version }: Form): Manifest => ({
  ...object,
  metadata: { ...object.metadata, name: `${object.metadata.name}-${kind.toLowerCase()}-${version}` },
});
