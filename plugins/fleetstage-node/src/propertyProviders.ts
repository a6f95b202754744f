import { createExtensionPoint } from '@backstage/backend-plugin-api';
import type { PropertyProvider } from '@fleetstage/backstage-plugin-fleetstage-common';

export type {
  MemberReader,
  MemberToDescribe,
  PropertyProvider,
  PropertyReport,
  ReportedAmounts,
  ReportedCondition,
} from '@fleetstage/backstage-plugin-fleetstage-common';

export interface PropertyProvidersExtensionPoint {
  /** @throws at start-up where the name is taken or is none */
  addProvider(provider: PropertyProvider): void;
}

/** Where a module adds its own property providers. */
export const propertyProvidersExtensionPoint = createExtensionPoint<PropertyProvidersExtensionPoint>({
  id: 'fleetstage.propertyProviders',
});
