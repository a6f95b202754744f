export { eventually } from '@fleetstage/applier/testing';
