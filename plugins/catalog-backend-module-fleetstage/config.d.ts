export interface Config {
  catalog?: {
    providers?: {
      /** MemberClusters as entities of the catalog. */
      fleetstage?: {
        /** Entity ref of the owner of clusters without a label `owner`; default `unknown`. */
        owner?: string;
        /** Entity ref of the system that all clusters are part of. */
        system?: string;
        /** When clusters are read; default every 30 seconds. */
        schedule?: {
          frequency: string | object;
          timeout: string | object;
          initialDelay?: string | object;
        };
      };
    };
  };
}
