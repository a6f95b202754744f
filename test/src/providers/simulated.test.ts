import { describeVersionProvider } from '@fleetstage/backstage-plugin-fleetstage-node/testing';
import { startSimulatedTrial } from './simulated.testing';

jest.setTimeout(60_000);

describeVersionProvider('simulated', startSimulatedTrial);
