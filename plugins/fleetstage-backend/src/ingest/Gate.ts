/** Opens once, for all who wait and all who come later. */
export class Gate {
  isOpen = false;
  open: () => void = () => undefined;
  readonly opened = new Promise<void>(resolve => {
    this.open = () => {
      this.isOpen = true;
      resolve();
    };
  });
}
