/**
 * What watches tell of a work while somebody is at it. A look at what they have seen so far covers all that was told before
 * it; what is left at the end is news, and somebody has to look again.
 */
export class PendingChanges {
  private isNews = false;

  constructor(private readonly onEnd: (isNews: boolean) => void) {}

  /** A watch tells of a change. */
  take(): void {
    this.isNews = true;
  }

  /** Call it right before a look. The answer takes that back: nothing came of the look. */
  look(): () => void {
    const wasNews = this.isNews;
    this.isNews = false;
    return () => {
      this.isNews ||= wasNews;
    };
  }

  end(): void {
    this.onEnd(this.isNews);
  }
}
