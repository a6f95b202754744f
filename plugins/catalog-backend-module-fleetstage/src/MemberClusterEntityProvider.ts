import type { LoggerService, SchedulerServiceTaskRunner } from '@backstage/backend-plugin-api';
import type { Entity } from '@backstage/catalog-model';
import type { EntityProvider, EntityProviderConnection } from '@backstage/plugin-catalog-node';
import { toPlainText } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { FleetClient, Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { toEntity } from './toEntity';

const PAGE = 500;

export interface MemberClusterOptions {
  readonly fleet: FleetClient;
  readonly taskRunner: SchedulerServiceTaskRunner;
  readonly logger: LoggerService;
  readonly owner: string;
  readonly system?: string;
}

/** Keeps the catalog's clusters as the hub has them. With the hub or Fleetstage away, what the catalog has stays. */
export class MemberClusterEntityProvider implements EntityProvider {
  private readonly refused = new Set<string>();

  constructor(private readonly options: MemberClusterOptions) {}

  getProviderName(): string {
    return 'fleetstage-member-clusters';
  }

  async connect(connection: EntityProviderConnection): Promise<void> {
    await this.options.taskRunner.run({
      id: this.getProviderName(),
      fn: async () => {
        try {
          await this.refresh(connection);
        } catch (error) {
          this.warn(`Clusters were not read; the catalog keeps those it has. ${String(error)}`);
        }
      },
    });
  }

  /**
   * Reads all clusters and replaces the catalog's; a cluster that cannot be an entity is left out and logged once. An engine
   * that does not see the hub, or has not read all of it (after its database was lost), would return too few: nothing is
   * replaced then.
   */
  async refresh(connection: EntityProviderConnection): Promise<void> {
    const { hub, clusters } = await this.readClusters();
    if (!hub.isReachable || hub.reason !== undefined) {
      this.warn(
        `Hub "${hub.name}" is not read to the end (${hub.reason ?? 'it cannot be reached'}); the catalog keeps the clusters it has`,
      );
      return;
    }
    const entities = clusters.flatMap(cluster => this.toEntities(cluster, hub.name));
    await connection.applyMutation({
      type: 'full',
      entities: entities.map(entity => ({ entity, locationKey: this.getProviderName() })),
    });
  }

  /** Names and reasons are what people, hubs and members say: none may write its own line. */
  private warn(message: string): void {
    this.options.logger.warn(toPlainText(message));
  }

  private toEntities(cluster: Schemas['ClusterSummary'], hub: string): Entity[] {
    const { owner, system } = this.options;
    const entity = toEntity(cluster, { hub, owner, ...(system && { system }) });
    if (typeof entity !== 'string') return [entity];
    if (!this.refused.has(entity)) this.warn(`Left out of the catalog: ${entity}`);
    this.refused.add(entity);
    return [];
  }

  private async readClusters(): Promise<{ hub: Schemas['HubState']; clusters: Schemas['ClusterSummary'][] }> {
    const clusters: Schemas['ClusterSummary'][] = [];
    let page = await this.readPage(undefined);
    clusters.push(...page.items);
    while (page.nextCursor !== undefined) {
      page = await this.readPage(page.nextCursor);
      clusters.push(...page.items);
    }
    return { hub: page.hub, clusters };
  }

  private readPage(cursor: string | undefined) {
    const query = { limit: PAGE, sort: 'name' as const, ...(cursor && { cursor }) };
    return this.options.fleet.ask(api => api.GET('/clusters', { params: { query } }));
  }
}
