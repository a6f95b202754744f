export { runCommand, type Output } from './runCommand';
