import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { TARGET_REASONS, type TargetReason } from '@fleetstage/backstage-plugin-fleetstage-common';
import { useCallback } from 'react';
import { versionStatusTranslationRef } from '../translation/versionStatus';

const REASONS: ReadonlySet<string> = new Set(Object.values(TARGET_REASONS).flat());
const isReason = (text: string): text is TargetReason => REASONS.has(text);

/** A reason of a target in words; one that pages do not know stays as it is. */
export function useReasonWords(): (reason: string) => string {
  const { t } = useTranslationRef(versionStatusTranslationRef);
  return useCallback(reason => (isReason(reason) ? t(`reason.${reason}`) : reason), [t]);
}
