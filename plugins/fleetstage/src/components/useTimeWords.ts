import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useEffect, useMemo, useState } from 'react';
import { useFleetData } from '../api/FleetProvider';
import { ageOf, clockTime, durationOf, remainderOf, tickOf, type Span } from '../model/time';
import { timeTranslationRef } from '../translation/time';

/**
 * The server's time, again at each whole multiple of `everyMs`: whatever counts down to one moment on a page changes at
 * once, whenever it was drawn first.
 */
export function useNow(everyMs = 30_000): number {
  const { live } = useFleetData();
  const [, tick] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(
        () => {
          tick(n => n + 1);
          wait();
        },
        everyMs - (live.now() % everyMs),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [everyMs, live]);
  return live.now();
}

/** The server's time as often as the time left until a moment is shown anew. */
export function useNowUntil(until: string | undefined): number {
  const { live } = useFleetData();
  const leftMs = until === undefined ? Infinity : Date.parse(until) - live.now();
  return useNow(leftMs > 0 ? tickOf(leftMs) : 30_000);
}

export interface TimeWords {
  /** `12 min` */
  age(at: string | number, now: number): string;
  /** `12 min ago`, `just now` */
  ago(at: string | number, now: number): string;
  /** `1 min 52 s` */
  duration(ms: number): string;
  /** `38 min` */
  left(until: string | number, now: number): string;
  /** `11:56` */
  clock(at: string | number, now: number): string;
  /** `11:56:07` of today, `Thu 02:40` */
  exactClock(at: string | number, now: number): string;
  /** Local time with zone, and UTC. */
  full(at: string | number): string;
}

let formatInFull: Intl.DateTimeFormat | undefined;

/** Made once: to make one takes longer than to draw a row of a list. */
const inFull = () =>
  (formatInFull ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' }));

const toMs = (at: string | number) => (typeof at === 'number' ? at : Date.parse(at));

/** Times in words. */
export function useTimeWords(): TimeWords {
  const { t } = useTranslationRef(timeTranslationRef);
  return useMemo(() => {
    const say = ({ key, major, minor }: Span) => t(key, { major, minor });
    const age = (at: string | number, now: number) => say(ageOf(now - toMs(at)));
    return {
      age,
      ago: (at, now) => (now - toMs(at) < 5000 ? t('justNow') : t('ago', { age: age(at, now) })),
      duration: ms => say(durationOf(ms)),
      left: (until, now) => say(remainderOf(toMs(until) - now)),
      clock: (at, now) => clockTime(toMs(at), now),
      exactClock: (at, now) => clockTime(toMs(at), now, { hasSeconds: true }),
      full: at => {
        const local = inFull().format(toMs(at));
        return t('title', { local, iso: new Date(toMs(at)).toISOString() });
      },
    };
  }, [t]);
}
