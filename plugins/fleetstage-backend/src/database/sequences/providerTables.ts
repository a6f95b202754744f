import type { BigInt64, Json } from '../columns';

export interface VersionProviderRow {
  hub: string;
  name: string;
  listed_at: BigInt64 | null;
  silent_since: BigInt64 | null;
  problem: string | null;
}

export interface ProvidedClusterRow {
  hub: string;
  provider: string;
  id: string;
  name: string;
  labels: Json;
}

declare module 'knex/types/tables' {
  interface Tables {
    version_providers: VersionProviderRow;
    provided_clusters: ProvidedClusterRow;
  }
}
