import { accessSuites } from './accessSuites';
import { customSuites } from './customSuites';
import { patchSuites } from './patchSuites';
import { requestSuites } from './requestSuites';
import type { ContractSuite } from './suite';
import { deletion } from './deletion.contract';
import { namespaces } from './namespaces.contract';
import { whoOwns } from './ownerReferences.contract';
import { owners } from './owners.contract';
import { tables } from './tables.contract';
import { columns } from './columns.contract';
import { columnsMore } from './columnsMore.contract';
import { discovery } from './discovery.contract';
import { openApi } from './openApi.contract';
import { explain } from './explain.contract';
import { events, eventsShown } from './events.contract';
import { watchBegins } from './watchBegins.contract';
import { watchCrowd } from './watchCrowd.contract';
import { watchCustom } from './watchCustom.contract';
import { watchEvents } from './watchEvents.contract';
import { watchSelection } from './watchSelection.contract';

/** In the order in which they are played. */
export const allSuites: readonly ContractSuite[] = [
  ...requestSuites,
  deletion,
  namespaces,
  owners,
  whoOwns,
  tables,
  columns,
  columnsMore,
  discovery,
  openApi,
  explain,
  events,
  eventsShown,
  watchBegins,
  watchCustom,
  watchEvents,
  watchSelection,
  watchCrowd,
  ...accessSuites,
  ...customSuites,
  ...patchSuites,
];
