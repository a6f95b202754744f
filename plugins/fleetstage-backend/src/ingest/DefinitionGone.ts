/** Ends the session: the next one installs it again, or says that it is missing. */
export class DefinitionGone extends Error {
  override readonly name = 'DefinitionGone';

  constructor(definition: string) {
    super(`the definition ${definition} was deleted on the hub, and every object of its kind with it`);
  }
}
