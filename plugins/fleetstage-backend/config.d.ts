/** Fleetstage: one hub, its members, and how the engine works on them. */
export interface Config {
  fleetstage?: {
    /**
     * The hub clusters; one is supported today.
     */
    hubs?: Array<{
      /** Name of the hub: part of every row, key and URL. */
      name: string;
      /** Path of a kubeconfig. Without it: the process's own credentials (`KUBECONFIG`, in-cluster). */
      kubeconfig?: string;
      /** Context in the kubeconfig. Without it: the current one. */
      context?: string;
    }>;
    /**
     * How members are reached: a list by MemberCluster name, or one kubeconfig whose contexts are named like the
     * MemberClusters.
     */
    members?:
      | Array<{
          /** Name of the MemberCluster. */
          name: string;
          /** Path of a kubeconfig. */
          kubeconfig: string;
          /** Context in the kubeconfig. Without it: the current one. */
          context?: string;
        }>
      | {
          /** Path of a kubeconfig; the context of a member has the MemberCluster's name. */
          kubeconfig: string;
          /**
           * The contexts that are members; `['*']`: every context with the name of a MemberCluster. Without it the same, and
           * the engine does not start in production.
           */
          contexts?: string[];
        };
    connections?: {
      /**
       * Names of the hub, members or version providers that may be reached over `http://` or with `insecure-skip-tls-verify` in
       * production, which is every NODE_ENV but `development` and `test`. Default: none.
       */
      allowInsecure?: string[];
      /**
       * Names of clusters, the hub or members, that need not show their namespace `kube-system` in production. Such a
       * member cannot be distinguished from the hub or another member. Default: none.
       */
      allowUnidentified?: string[];
      /**
       * Variables of the backend's environment that credential plugins of kubeconfigs get besides PATH, HOME, locale,
       * proxies and authorities: names such as `AWS_PROFILE`, or `AWS_*` for all that begin so. Default: none.
       */
      pluginEnvironment?: string[];
    };
    /** Create and update the custom resource definitions that Fleetstage needs; those of another owner stay untouched. Default true. */
    installCrds?: boolean;
    /**
     * As whom members judge what ResourcePlacements read and write: a user name with `{namespace}` in it, such as
     * `system:serviceaccount:{namespace}:fleetstage`. Then such a placement has at most the rights that the member gives to
     * this account; Fleetstage's own account there needs the verb `impersonate` on it. Default: nobody is impersonated.
     */
    authorAccount?: string;
    publish?: {
      /**
       * Show bindings on the hub as read-only ClusterResourceBindings. Default true. Without them an engine that has lost
       * its database cannot take over what runs: it schedules anew, and does not know what to clean up.
       */
      bindings?: boolean;
      /** Whether published resource snapshots carry the values of Secrets. Default `masked`. */
      secrets?: 'masked' | 'full';
      /**
       * Export members as ClusterProfiles of the inventory API (`multicluster.x-k8s.io`), in namespace `fleet-system`, where the
       * hub serves that kind. Default true.
       */
      clusterProfiles?: boolean;
    };
    capture?: {
      /** Quiet time after a change of a selected resource before it is captured. Default 250. */
      debounceMs?: number;
      /** A stream of changes is captured at the latest after this time. Default 2000. */
      maxMs?: number;
      /** A snapshot follows the one before at the earliest after this time, at most 300000. Default 0; KubeFleet's is 30000. */
      minimumIntervalMs?: number;
      /** A snapshot is made at the earliest this long after a change was first seen, at most 60000. Default 0; KubeFleet's is 15000. */
      collectionMs?: number;
      /**
       * Kinds that are never placed, besides the built-in ones: `example.com`, `example.com/v1`,
       * `example.com/v1/Widget,Gadget`, or `v1/ConfigMap` for the core group.
       */
      skippedKinds?: string[];
      /** Nothing but these kinds is placed; instead of `skippedKinds` and of the built-in list. */
      allowedKinds?: string[];
      /**
       * Kinds of the groups rbac.authorization.k8s.io, admissionregistration.k8s.io, apiregistration.k8s.io and
       * apiextensions.k8s.io that are placed, written as in `skippedKinds`. Default none: Fleetstage writes on members
       * with rights that few authors have. Not together with `allowedKinds`, which names all that is placed.
       */
      privilegedKinds?: string[];
      /**
       * Whether a ConfigMap with the annotation kubernetes-fleet.io/envelope-configmap is an envelope of the objects in its
       * values. Default false: it turns the right to write ConfigMaps into the right to place anything in that namespace,
       * and cluster-scoped objects of kinds that are not privileged.
       */
      configMapEnvelopes?: boolean;
      /** Namespaces that are never placed, besides `default`, `kube-*` and `fleet-*`. */
      skippedNamespaces?: string[];
    };
    encryption?: {
      /**
       * Keys for the captured contents in the database, Secrets among them: the first one seals, all of them open. To
       * rotate with more than one replica: add the new key as the last one and roll out all replicas, so that each of them
       * opens what it seals; then move it to the first place and roll out again. Remove the old one when the log says that
       * all is sealed with the newest key. A single replica takes the new key as the first one at once.
       */
      keys?: Array<{
        /** Names the key in the log. A fingerprint of the key is added to it. */
        id?: string;
        /**
         * 32 random bytes in base64, or a passphrase of 16 characters or more.
         * @visibility secret
         */
        secret: string;
      }>;
      /**
       * Work in production without keys, with captured contents in clear: for a database that is encrypted by other means.
       * Default false: without keys the engine does not start in production, and health says why.
       */
      allowClearText?: boolean;
    };
    heartbeat?: {
      /** How long a member may take to answer one probe. Default 10000. */
      probeTimeoutMs?: number;
      /** MemberCluster statuses in which only times changed are written at most this often. Default 120000. */
      timestampsEveryMs?: number;
    };
    membership?: {
      /**
       * How long the agent of a member without credentials may take to leave once its MemberCluster is deleted; after that the
       * member goes without it, and what it runs stays. Default 900000.
       */
      forceLeaveAfterMs?: number;
      /** Where agents reach the API server of the hub; default: where we do. */
      hubUrl?: string;
      /** PEM of who has signed its certificate; default: that of the hub's kubeconfig. */
      hubCaFile?: string;
    };
    /** How long a request to a cluster may take. Default 15000. */
    requestTimeoutMs?: number;
    /** How often everything is resynced, in case an event was lost. Default 600000. */
    resyncEveryMs?: number;
    retention?: {
      /** Days that timeline rows, and decisions but for the last one of a placement, are kept. Default 90. */
      timelineDays?: number;
    };
    ui?: {
      /** Label keys of MemberClusters by which the pages lay the fleet out. */
      axes?: {
        /** Default `environment`. */
        rows?: string;
        /** Default `region`; clusters in a run can be grouped by it. */
        columns?: string;
      };
    };
    /**
     * A brake on mass removal: placements that leave all of their clusters within a minute. More wait for a confirmation, and so
     * does whatever goes with a deleted definition (CRD).
     */
    removals?: {
      /** Placements per minute that need no confirmation, however few there are. Default 10. */
      minimum?: number;
      /** The same as a share of all placements, where that is more. Default 20. */
      percentPerMinute?: number;
    };
    /** Who upgrades the Kubernetes versions of clusters, for version sequences. */
    providers?: Array<{
      /** The first part of the annotation `fleetstage.io/provider-ref` of MemberClusters: lower case letters, digits and dashes. */
      name: string;
      /** `clusterApi`: a management cluster of Cluster API. `simulated`: ConfigMaps that behave as clusters do, for demos. */
      type: 'clusterApi' | 'simulated';
      /** Where its objects are; default: on the hub. */
      kubeconfig?: string;
      /** Default: the current one. */
      context?: string;
      /**
       * Whether the nodes of clusters of a ClusterClass wait until their own rollout reaches them, or follow their control plane.
       * Default Held.
       */
      nodeUpgrades?: 'Held' | 'Coupled';
      /** Prefixes of labels that are copied from the provider's clusters to what selectors of stages see. */
      copyLabels?: string[];
    }>;
    /** How Kubernetes versions go through sequences. */
    sequences?: {
      /** An upgrade without a change for so long is shown as stuck. Default 1800000 (30 minutes). */
      noProgressMs?: number;
      /** Clusters whose provider does not answer for so long are unknown. Default 900000 (15 minutes). */
      unknownAfterMs?: number;
      /** A rollout that is paused for so long is cancelled. Default 2592000000 (30 days). */
      pausedTooLongMs?: number;
      /** Finished Rollouts that stay on the hub, per sequence and type. Default 10. */
      keptFinished?: number;
      /** How failed upgrades are tried again. */
      retry?: {
        /** Wait before the second attempt; it doubles with each further one. Default 300000 (5 minutes). */
        firstMs?: number;
        /** The longest wait. Default 7200000 (2 hours). */
        mostMs?: number;
        /** Attempts of one target in one rollout. Default 5. */
        attempts?: number;
      };
      limits?: {
        /** Minors that a control plane may go at once. Default 1. */
        minorStep?: number;
        /** Minors that nodes may be behind their control plane. Default 3. */
        nodeSkew?: number;
      };
      /**
       * What is placed on a cluster is not updated while its Kubernetes version is upgraded, and upgrades of a cluster do not
       * begin while what is placed there is being updated. Default false.
       */
      holdWorkloads?: boolean;
      /** Catalogues of versions, where no VersionCatalog of the name is on the hub. */
      catalogs?: Array<{
        name: string;
        /** The fastest first. Either these or `clusterClass`. */
        channels?: Array<{
          name: string;
          targets?: Array<{
            /** A minor or a full version; the longest that matches counts. */
            from: string;
            to: string;
            /** RFC 3339; default at once. */
            availableFrom?: string;
            /** Default both. */
            upgradeTypes?: Array<'ControlPlane' | 'Node'>;
          }>;
        }>;
        /** One channel of the versions that a ClusterClass lists. */
        clusterClass?: {
          provider: string;
          namespace: string;
          name: string;
          /** Default LatestPatch. */
          advance?: 'LatestPatch' | 'NextMinor';
        };
        minors?: Array<{
          minor: string;
          /** RFC 3339. */
          endOfSupport?: string;
        }>;
      }>;
    };
    concurrency?: {
      /** Reconciles at a time per queue. Default 4. */
      passes?: number;
      /** Effects at a time per queue. Default 16. */
      effects?: number;
      /** Works at a time per member, and four times as many requests. Default 8. */
      perMember?: number;
    };
  };
}
