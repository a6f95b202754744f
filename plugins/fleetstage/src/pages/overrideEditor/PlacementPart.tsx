import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { EffectLine } from '../../components/EffectLine';
import { StatusChip } from '../../components/StatusChip';
import type { EffectGroup, EffectOnPlacement } from '../../model/overrides/effects';
import { overrideEditorTranslationRef } from '../../translation/overrideEditor';
import { runTranslationRef } from '../../translation/run';
import { changeTones, objectName } from '../run/tabs/ChangeRow';
import { FieldTable } from '../run/tabs/FieldTable';

/** A value that names the cluster makes a group of each: the first ones are enough to judge by. */
const MAX_GROUPS = 4;

/** One placement: how many of its clusters change, and what does on which. */
export const PlacementPart = ({ effect }: { effect: EffectOnPlacement }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const [isWhole, setWhole] = useState(false);
  const { groups, problem } = effect;
  const shown = isWhole ? groups : groups.slice(0, MAX_GROUPS);
  const hidden = groups.length - shown.length;
  return (
    <Box sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'divider', fontSize: 13, lineHeight: '20px' }}>
      <Box sx={{ fontWeight: 500 }}>
        <EffectLine effect={effect} />
      </Box>
      {problem !== undefined && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t('effect.unknown', { message: problem })}
        </Alert>
      )}
      {shown.map(group => (
        <Group key={`${group.kind} ${group.names[0]}`} group={group} />
      ))}
      {hidden > 0 && (
        <Button size="small" onClick={() => setWhole(true)} sx={{ mt: 0.5 }}>
          {t('effect.showGroups', { count: hidden })}
        </Button>
      )}
    </Box>
  );
};

const Group = ({ group }: { group: EffectGroup }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { kind, clusterCount: count, more, objects, moreObjects } = group;
  const names = group.names.join(', ');
  return (
    <Box sx={{ mt: 1, display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {t('effect.clusters', { count, names: more > 0 ? t('effect.more', { names, n: more }) : names })}
      </Box>
      <Problems group={group} />
      {(kind === 'same' || kind === 'unread') && <Box>{t(`effect.${kind}`)}</Box>}
      {objects.map(object => (
        <ObjectPart key={`${object.group ?? ''} ${object.kind} ${objectName(object)}`} object={object} />
      ))}
      {moreObjects > 0 && <Box>{t('effect.moreObjects', { count: moreObjects })}</Box>}
    </Box>
  );
};

/** The message names the object, the rule and the operation. */
const Problems = ({ group: { problem, problemToday, isAsToday } }: { group: EffectGroup }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  return (
    <>
      {problem !== undefined && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          <AlertTitle>{t(isAsToday ? 'effect.failsAsToday' : 'effect.failsTitle')}</AlertTitle>
          {problem}
        </Alert>
      )}
      {problemToday !== undefined && (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          {t(problem === undefined ? 'effect.problemToday' : 'effect.otherToday', { problem: problemToday })}
        </Box>
      )}
    </>
  );
};

/** One object that changes: its fields before and after. */
const ObjectPart = ({ object }: { object: Schemas['PreviewChange'] }) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', px: 2, py: 1, overflowWrap: 'anywhere' }}>
        <Box sx={{ minWidth: 0 }}>
          {object.kind} <strong style={{ fontWeight: 500 }}>{objectName(object)}</strong>
        </Box>
        <StatusChip tone={changeTones[object.change]} label={t(`changes.${object.change}`)} size="small" />
      </Box>
      {object.change === 'changed' && object.fields.length > 0 && (
        <Box sx={{ 'borderTop': 1, 'borderColor': 'divider', '& thead th:first-of-type': { width: '50%' } }}>
          <FieldTable object={object} />
        </Box>
      )}
    </Box>
  );
};
