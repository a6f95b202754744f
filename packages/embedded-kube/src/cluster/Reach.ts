type Waiter = (isOpen: boolean) => void;

/**
 * Whether a cluster answers.
 *
 *   open ◄──thaw── frozen: takes requests and answers nothing, as a server that hangs
 *   open ◄──thaw── cut: breaks every connection, as a machine that is off
 */
export class Reach {
  private state: 'open' | 'frozen' | 'cut' = 'open';
  private waiting: Waiter[] = [];

  get isOpen(): boolean {
    return this.state === 'open';
  }

  get isFrozen(): boolean {
    return this.state === 'frozen';
  }

  /** Resolves, in the order of asking, when it is open again; false: it is cut. */
  pass(): Promise<boolean> {
    if (this.state !== 'frozen') return Promise.resolve(this.state === 'open');
    return new Promise(done => {
      this.waiting.push(done);
    });
  }

  freeze(): void {
    if (this.state === 'open') this.state = 'frozen';
  }

  cut(): void {
    this.end('cut');
  }

  thaw(): void {
    this.end('open');
  }

  private end(state: 'open' | 'cut'): void {
    this.state = state;
    const { waiting } = this;
    this.waiting = [];
    for (const done of waiting) done(state === 'open');
  }
}
