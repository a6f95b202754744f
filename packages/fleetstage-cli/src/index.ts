export { readDocuments, type Found } from './readDocuments';
export { runCommand, type Output } from './runCommand';
export { UserError } from './UserError';
