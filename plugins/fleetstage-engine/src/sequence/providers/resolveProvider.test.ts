import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  copiedLabels,
  judgeClaims,
  resolveProvider,
  withCopiedLabels,
  type ProviderResolution,
  type ProviderQuestion,
} from './resolveProvider';

const CAPI = { name: 'capi', hasListed: true };
const GKE = { name: 'gke', hasListed: true };
const unlisted = (name: string) => ({ name, hasListed: false });
const inCapi = { provider: 'capi', id: 'fleet/web-1' };
const inGke = { provider: 'gke', id: 'europe/web-1' };

const ask = (question: Partial<ProviderQuestion>): ProviderResolution =>
  resolveProvider({
    name: 'web-1',
    annotations: {},
    providers: [CAPI, GKE],
    namesakes: [],
    ...question,
  });

const ref = (value: string) => ({ [annotationKeys.providerRef]: value });

describe('which cluster of which provider a MemberCluster is (E/FL-005, D/CAPI-051)', () => {
  it.each<{ rule: string; question: Partial<ProviderQuestion>; answer: object }>([
    {
      rule: 'what the annotation names',
      question: { annotations: ref('capi/fleet/other'), namesakes: [inGke] },
      answer: { kind: 'Found', provider: 'capi', id: 'fleet/other' },
    },
    {
      rule: 'an id may have any number of parts',
      question: { annotations: ref('gke/project/europe/web') },
      answer: { kind: 'Found', provider: 'gke', id: 'project/europe/web' },
    },
    {
      rule: 'what the annotation names, whether or not its provider has listed it',
      question: { annotations: ref('capi/fleet/web-1'), providers: [unlisted('capi')] },
      answer: { kind: 'Found', ...inCapi },
    },
    {
      rule: 'the only cluster of its name',
      question: { namesakes: [inGke] },
      answer: { kind: 'Found', ...inGke },
    },
    {
      rule: 'nobody, where a provider that has not listed may have one of the name, too',
      question: { providers: [CAPI, unlisted('gke')], namesakes: [inCapi] },
      answer: { kind: 'Unlisted', provider: 'gke' },
    },
    {
      rule: 'what it was before, while another provider has not listed',
      question: { providers: [CAPI, unlisted('gke')], namesakes: [inCapi], before: inCapi },
      answer: { kind: 'Found', ...inCapi },
    },
    {
      rule: 'not what it was before once that is gone',
      question: { providers: [CAPI, unlisted('gke')], before: inCapi },
      answer: { kind: 'Unlisted', provider: 'gke' },
    },
    {
      rule: 'not what it was before once another one has the name, too',
      question: { namesakes: [inCapi, inGke], before: inCapi },
      answer: { kind: 'NotManaged' },
    },
  ])('$rule', ({ question, answer }) => {
    expect(ask(question)).toMatchObject(answer);
  });

  it.each<{ rule: string; question: Partial<ProviderQuestion>; says: string }>([
    {
      rule: 'without any provider',
      question: { providers: [] },
      says: 'no version provider is configured; add one to fleetstage.providers',
    },
    {
      rule: 'without a cluster of its name',
      question: {},
      says: 'no provider has a cluster named web-1; name its cluster in the annotation fleetstage.io/provider-ref: <provider>/<namespace>/<name>',
    },
    {
      rule: 'with several',
      question: { namesakes: [inCapi, inGke] },
      says: 'several clusters are named web-1: capi/fleet/web-1 and gke/europe/web-1; name one of them in the annotation fleetstage.io/provider-ref',
    },
    {
      rule: 'with a provider that is not configured',
      question: { annotations: ref('aks/web-1') },
      says: 'the annotation fleetstage.io/provider-ref names the provider aks, which is not configured; write one of capi, gke, or add it to fleetstage.providers',
    },
    {
      rule: 'with a provider alone',
      question: { annotations: ref('capi') },
      says: 'the annotation fleetstage.io/provider-ref is "capi"; write the provider, a slash and the cluster\'s id, as in fleetstage.io/provider-ref: <provider>/<namespace>/<name>',
    },
    {
      rule: 'without an id',
      question: { annotations: ref('capi/') },
      says: 'the annotation fleetstage.io/provider-ref is "capi/"; write the provider, a slash and the cluster\'s id, as in fleetstage.io/provider-ref: <provider>/<namespace>/<name>',
    },
  ])('is NotManaged $rule, and says what to do', ({ question, says }) => {
    expect(ask(question)).toEqual({ kind: 'NotManaged', message: says });
  });
});

describe('two MemberClusters that are one cluster (E/FL-005)', () => {
  const found = { kind: 'Found', ...inCapi } as const;

  it.each([
    { rule: 'nobody else is', name: 'web-1', others: [] },
    { rule: 'the others come later by name', name: 'web-1', others: ['web-2', 'web-3'] },
  ])('is managed where $rule', ({ name, others }) => {
    expect(judgeClaims(name, found, others)).toBe(found);
  });

  it('keeps the later ones out, and says whose it is', () => {
    expect(judgeClaims('web-2', found, ['web-3', 'web-1'])).toEqual({
      kind: 'NotManaged',
      message:
        'capi/fleet/web-1 is the cluster of MemberCluster web-1, too; correct the annotation fleetstage.io/provider-ref of one of them',
    });
  });

  it('says nothing of what was not found', () => {
    const unlistedYet = { kind: 'Unlisted', provider: 'capi' } as const;
    expect(judgeClaims('web-2', unlistedYet, ['web-1'])).toBe(unlistedYet);
  });
});

describe('copyLabels (E/FL-002)', () => {
  const labels = { 'example.com/tier': 'gold', 'example.org/x': '1', 'region': 'eu' };

  it.each([
    { prefixes: [], copied: {} },
    { prefixes: ['example.com/'], copied: { 'example.com/tier': 'gold' } },
    { prefixes: ['region', 'example.'], copied: labels },
  ])('copies what begins with one of $prefixes', ({ prefixes, copied }) => {
    expect(copiedLabels(labels, prefixes)).toEqual(copied);
  });

  it("lets the MemberCluster's own labels win", () => {
    expect(withCopiedLabels({ region: 'us' }, { region: 'eu', tier: 'gold' })).toEqual({
      region: 'us',
      tier: 'gold',
    });
  });
});
