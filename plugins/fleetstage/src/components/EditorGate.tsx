import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Lock from '@mui/icons-material/Lock';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { RouterLink } from '../routing';
import { editorGateTranslationRef } from '../translation/editorGate';
import { sharedTranslationRef } from '../translation/shared';
import { EmptyState } from './EmptyState';
import { PageFrame, type PageFrameProps } from './PageFrame';
import { useReportState } from './pageState';
import { PageSkeleton } from './Skeletons';
import { useCopy } from './useCopy';

type Permit = Schemas['Permit'];

interface EditorGateProps {
  /** Whether the reader may save; absent while it is not known. */
  readonly permit: Permit | undefined;
  /** Of the page that stands in place of the editor. */
  readonly frame: Pick<PageFrameProps, 'title' | 'breadcrumb' | 'crumb' | 'hub'>;
  /** Address of the page to go back to. */
  readonly back: string;
  /** The editor. */
  readonly children: ReactNode;
}

/** Says to who cannot save why, before the editor opens; once open it stays, whatever becomes of the right. */
export const EditorGate = ({ permit, frame, back, children }: EditorGateProps) => {
  const [isOpen, setOpen] = useState(false);
  if (permit?.isAllowed && !isOpen) setOpen(true);
  if (isOpen || permit?.isAllowed) return <>{children}</>;
  return (
    <PageFrame {...frame}>
      {permit === undefined ? (
        <Waiting />
      ) : (
        <Denied permit={permit} back={back} onOpen={() => setOpen(true)} />
      )}
    </PageFrame>
  );
};

const Waiting = () => {
  useReportState('loading');
  return <PageSkeleton />;
};

interface DeniedProps {
  readonly permit: Permit;
  readonly back: string;
  readonly onOpen: () => void;
}

const Denied = ({ permit, back, onOpen }: DeniedProps) => {
  const { t } = useTranslationRef(editorGateTranslationRef);
  const { t: tShared } = useTranslationRef(sharedTranslationRef);
  const copy = useCopy();
  useReportState('ready');
  const { permission } = permit;
  return (
    <EmptyState
      icon={Lock}
      title={t('title')}
      body={
        <>
          {permit.reason && <div>{permit.reason}</div>}
          <div>{t('body')}</div>
        </>
      }
      actions={
        <>
          <Button variant="outlined" onClick={onOpen}>
            {t('open')}
          </Button>
          <Button component={RouterLink} to={back} color="inherit">
            {t('back')}
          </Button>
          {permission !== undefined && (
            <Button
              color="inherit"
              onClick={() => copy(t('requestText', { permission, url: window.location.href }))}
            >
              {tShared('boundary.copyRequest')}
            </Button>
          )}
        </>
      }
    />
  );
};

/** Stays above what is typed and could not be saved. */
export const DeniedBar = ({ permit }: { permit: Permit }) => {
  const { t } = useTranslationRef(editorGateTranslationRef);
  if (permit.isAllowed) return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {t('bar', { reason: permit.reason ?? '' })}
    </Alert>
  );
};
