/**
 * Fleetstage's pages for Backstage.
 *
 * @packageDocumentation
 */
export { fleetstagePlugin as default } from './plugin';
export { fleetApiRef } from './api/fleetApiRef';
export { FleetProvider } from './api/FleetProvider';
export { Age, Clock } from './components/Age';
export { ApproveDialog, type GateDialogProps } from './components/acts/ApproveDialog';
export { AsyncBoundary, type BoundaryQuery } from './components/AsyncBoundary';
export { BlockersTable } from './components/BlockersTable';
export { ClusterChip, GateIcon, PlacementChip, RunChip, RunClusterChip, StageChip } from './components/chips';
export { ClusterGrid, type ClusterGridProps } from './components/ClusterGrid';
export { ConditionTrack } from './components/ConditionTrack';
export { ConfirmDialog, type ConfirmDialogProps } from './components/ConfirmDialog';
export { Countdown } from './components/Countdown';
export { EmptyState } from './components/EmptyState';
export { GateBlock } from './components/GateBlock';
export { KubectlPanel } from './components/KubectlPanel';
export { LiveIndicator } from './components/LiveIndicator/LiveIndicator';
export { NowCard, type NowCardProps, type NowFact } from './components/NowCard';
export { PermitButton } from './components/PermitButton';
export { PolicyInWords } from './components/PolicyInWords';
export { ReadyChecks } from './components/ReadyChecks';
export { SectionCard } from './components/SectionCard';
export { StageBars } from './components/StageBars';
export { StatusChip, type StatusChipProps } from './components/StatusChip';
export { StageColumn } from './pages/run/pipeline/StageColumn';
export { StageLane } from './pages/run/pipeline/StageLane';
export { VirtualTable, type Column, type VirtualTableProps } from './components/VirtualTable';
export type { Tone } from './model/status/tone';
