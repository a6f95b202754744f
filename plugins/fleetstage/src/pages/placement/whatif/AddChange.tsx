import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useRef, useState } from 'react';
import { FilterChips } from '../../../components/FilterChips';
import type { Placement } from '../../../model/placement/now';
import { whatIfTranslationRef } from '../../../translation/whatif';
import type { ChangeFormProps } from './changeForm';
import { JoinForm, LabelForm, LeaveForm, PropertyForm } from './ClusterForms';
import { PolicyForm } from './PolicyForm';
import { TaintForm } from './TaintForm';
import { useWhatIfUrl } from './useWhatIfUrl';

const KINDS = ['policy', 'labels', 'taints', 'properties', 'join', 'leave'] as const;
type Kind = (typeof KINDS)[number];

const FORMS: Record<Kind, (props: ChangeFormProps) => JSX.Element> = {
  policy: PolicyForm,
  labels: LabelForm,
  taints: TaintForm,
  properties: PropertyForm,
  join: JoinForm,
  leave: LeaveForm,
};

/** The kinds of change; each unfolds its form. */
export const AddChange = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { change, set } = useWhatIfUrl();
  const [kind, setKind] = useState<Kind>();
  const area = useRef<HTMLDivElement>(null);
  // The form goes, and the focus would go with it.
  const fold = () => {
    setKind(undefined);
    area.current?.querySelector('button')?.focus();
  };
  const Form = kind && FORMS[kind];
  return (
    <Box ref={area} sx={{ px: 2, py: 1.5 }}>
      <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1 }}>{t('add.title')}</Box>
      <FilterChips
        label={t('add.title')}
        isSingle
        isChoice
        value={kind ?? ''}
        onChange={next => setKind(KINDS.find(one => one === next))}
        options={KINDS.map(value => ({ value, label: t(`add.${value}`) }))}
      />
      {Form && (
        <Box sx={{ mt: 2 }}>
          <Form
            placement={placement}
            change={change}
            onDone={next => {
              set(next);
              fold();
            }}
            onCancel={fold}
          />
        </Box>
      )}
    </Box>
  );
};
