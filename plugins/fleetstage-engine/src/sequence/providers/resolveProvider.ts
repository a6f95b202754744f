import { annotationKeys, type Labels } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { joinAnd, listOf } from '../../words';

/** A cluster of a provider; the id is unique within it. */
export interface ClusterOfProvider {
  readonly provider: string;
  readonly id: string;
}

/** What is known of a configured provider. */
export interface KnownProvider {
  readonly name: string;
  /** It has listed its clusters at least once; before, a name that is not found may be one of its clusters. */
  readonly hasListed: boolean;
}

/** A MemberCluster that looks for its cluster. */
export interface ProviderQuestion {
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly providers: readonly KnownProvider[];
  /** Clusters of the providers that have the MemberCluster's name. */
  readonly namesakes: readonly ClusterOfProvider[];
  /** What it was found to be before. */
  readonly before?: ClusterOfProvider;
}

export type ProviderResolution =
  | ({ readonly kind: 'Found' } & ClusterOfProvider)
  /** This provider has to list its clusters first. */
  | { readonly kind: 'Unlisted'; readonly provider: string }
  /** The message names the fix. */
  | { readonly kind: 'NotManaged'; readonly message: string };

/**
 * Which cluster of which provider a MemberCluster is (E/FL-005, D/CAPI-051): what `fleetstage.io/provider-ref` names, else the
 * only cluster of its name in any provider.
 *
 * A name counts as the only one once every provider has listed its clusters: the one that is missing might have another
 * cluster of that name, and this one would be upgraded in its place. What was found before stays found meanwhile, so that a
 * provider that is added and does not answer stops nobody.
 */
export function resolveProvider(question: ProviderQuestion): ProviderResolution {
  const { name, annotations, providers, namesakes, before } = question;
  if (providers.length === 0)
    return notManaged('no version provider is configured; add one to fleetstage.providers');
  const ref = annotations[annotationKeys.providerRef];
  if (ref !== undefined) return resolveRef(ref, providers);
  const unlisted = providers.find(({ hasListed }) => !hasListed);
  if (unlisted !== undefined) {
    const kept = namesakes.find(one => isSame(one, before));
    return kept ? { kind: 'Found', ...kept } : { kind: 'Unlisted', provider: unlisted.name };
  }
  if (namesakes.length === 1) return { kind: 'Found', ...namesakes[0] };
  return notManaged(
    namesakes.length === 0
      ? `no provider has a cluster named ${name}; name its cluster in the annotation ${REF_FORM}`
      : `several clusters are named ${name}: ${joinAnd(namesakes.map(toRef))}; name one of them in the annotation ${annotationKeys.providerRef}`,
  );
}

/** The provider says whether it has a cluster of this id: asked, it knows better than its last list. */
function resolveRef(ref: string, providers: readonly KnownProvider[]): ProviderResolution {
  const slash = ref.indexOf('/');
  const [provider, id] = [ref.slice(0, slash), ref.slice(slash + 1)];
  if (slash < 1 || id === '')
    return notManaged(
      `the annotation ${annotationKeys.providerRef} is "${ref}"; write the provider, a slash and the cluster's id, as in ${REF_FORM}`,
    );
  if (providers.some(({ name }) => name === provider)) return { kind: 'Found', provider, id };
  return notManaged(
    `the annotation ${annotationKeys.providerRef} names the provider ${provider}, which is not configured; write one of ${listOf(providers.map(({ name }) => name))}, or add it to fleetstage.providers`,
  );
}

/**
 * What was found, where other MemberClusters are the same cluster: the first by name has it, since a copied annotation would have
 * one cluster upgraded in the stages of both, and the other one reported as upgraded that nobody has touched.
 */
export function judgeClaims(
  name: string,
  found: ProviderResolution,
  others: readonly string[],
): ProviderResolution {
  const first = [...others].sort(compareText)[0];
  if (found.kind !== 'Found' || first === undefined || compareText(name, first) < 0) return found;
  return notManaged(
    `${toRef(found)} is the cluster of MemberCluster ${first}, too; correct the annotation ${annotationKeys.providerRef} of one of them`,
  );
}

/** Why a cluster that was named, or listed, is not managed: its provider does not know it (any more). */
export const explainUnknown = ({ provider, id }: ClusterOfProvider): string =>
  `the provider ${provider} has no cluster ${id}; correct the annotation ${annotationKeys.providerRef}, or create the cluster`;

/** The labels of a provider's cluster that selectors see beside a MemberCluster's own (E/FL-002). */
export const copiedLabels = (labels: Labels, prefixes: readonly string[]): Labels =>
  Object.fromEntries(
    Object.entries(labels).filter(([key]) => prefixes.some(prefix => key.startsWith(prefix))),
  );

/** A MemberCluster's own labels win (E/FL-002). */
export const withCopiedLabels = (own: Labels, copied: Labels): Labels => ({ ...copied, ...own });

const REF_FORM = `${annotationKeys.providerRef}: <provider>/<namespace>/<name>`;

const notManaged = (message: string): ProviderResolution => ({ kind: 'NotManaged', message });

const toRef = ({ provider, id }: ClusterOfProvider) => `${provider}/${id}`;

const isSame = (a: ClusterOfProvider, b: ClusterOfProvider | undefined) =>
  a.provider === b?.provider && a.id === b.id;
