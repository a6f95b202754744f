import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { viewPermission } from '@fleetstage/backstage-plugin-fleetstage-common';
import CloudOff from '@mui/icons-material/CloudOff';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import FilterListOff from '@mui/icons-material/FilterListOff';
import HourglassTop from '@mui/icons-material/HourglassTop';
import LinkOff from '@mui/icons-material/LinkOff';
import Lock from '@mui/icons-material/LockOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { messageOf, requestIdOf, statusOf, troubleOf } from '../api/errors';
import { useClearQuery } from '../routing';
import { sharedTranslationRef } from '../translation/shared';
import { EmptyState } from './EmptyState';
import { SetupGuide } from './guides/SetupGuide';
import { useCopy } from './useCopy';

interface TroubleProps {
  readonly error: Error;
  readonly what: string;
  readonly onRetry: () => unknown;
  readonly isPart?: boolean;
}

/** In place of what could not be loaded: forbidden, not found, not installed, not answered, starting, or an error with its cause. */
export const TroublePage = (props: TroubleProps) => {
  switch (troubleOf(props.error)) {
    case 'forbidden':
      return <Forbidden {...props} />;
    case 'notFound':
      return <NotFound {...props} />;
    case 'notInstalled':
      return <NotInstalled {...props} />;
    case 'unanswered':
      return <Unanswered {...props} />;
    case 'starting':
      return <Starting {...props} />;
    default:
      return statusOf(props.error) === 400 ? <NotUnderstood {...props} /> : <Failed {...props} />;
  }
};

/** An address that asks for what the backend refuses: asking again would give the same answer. */
const NotUnderstood = ({ error, what, isPart }: TroubleProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const clear = useClearQuery();
  return (
    <EmptyState
      icon={FilterListOff}
      isPart={isPart}
      title={t('boundary.notUnderstoodTitle', { what })}
      body={refusalOf(error)}
      actions={
        !isPart && (
          <Button variant="contained" onClick={clear}>
            {t('filters.clear')}
          </Button>
        )
      }
    />
  );
};

/** Words of the schema's check name the parameter by its path: `request/query/q must NOT have more …`. */
const refusalOf = (error: Error) =>
  messageOf(error).replace(/^request\/(?:query|params)\/(\S+) must NOT /, '$1 must not ');

const Forbidden = ({ error, what, isPart }: TroubleProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const copy = useCopy();
  const permission = permissionIn(error);
  const request = () => copy(t('boundary.requestText', { permission, url: window.location.href }));
  return (
    <EmptyState
      icon={Lock}
      isPart={isPart}
      title={
        permission === viewPermission.name
          ? t('boundary.forbiddenTitle')
          : t('boundary.forbiddenPartTitle', { what })
      }
      body={t('boundary.forbiddenBody', { permission })}
      actions={
        <Button variant="outlined" color="inherit" onClick={request}>
          {t('boundary.copyRequest')}
        </Button>
      }
    />
  );
};

/** The refusal names the missing permission; without a name it is the one to view the fleet. */
const permissionIn = (error: Error) =>
  /\bfleetstage(?:\.[a-z]+)+/.exec(messageOf(error))?.[0] ?? viewPermission.name;

const NotFound = ({ what, error, isPart }: TroubleProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <EmptyState
      icon={SearchOff}
      isPart={isPart}
      title={t('boundary.missingTitle', { what })}
      body={messageOf(error)}
    />
  );
};

const NotInstalled = ({ onRetry, isPart }: TroubleProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <EmptyState
      icon={LinkOff}
      isPart={isPart}
      title={t('boundary.notInstalledTitle')}
      body={t('boundary.notInstalledBody')}
      actions={
        <>
          <SetupGuide />
          <TryAgain onRetry={onRetry} />
        </>
      }
    />
  );
};

const Unanswered = ({ what, onRetry, isPart }: TroubleProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <EmptyState
      icon={CloudOff}
      isPart={isPart}
      title={t('boundary.errorTitle', { what })}
      body={t('boundary.unansweredBody')}
      actions={<TryAgain onRetry={onRetry} />}
    />
  );
};

const Starting = ({ onRetry, isPart }: TroubleProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <EmptyState
      icon={HourglassTop}
      isPart={isPart}
      title={t('boundary.startingTitle')}
      body={t('boundary.startingBody')}
      actions={<TryAgain onRetry={onRetry} />}
    />
  );
};

const TryAgain = ({ onRetry }: Pick<TroubleProps, 'onRetry'>) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <Button variant="outlined" color="inherit" onClick={() => onRetry()}>
      {t('boundary.tryAgain')}
    </Button>
  );
};

const Failed = ({ error, what, onRetry, isPart }: TroubleProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const copy = useCopy();
  const id = requestIdOf(error);
  return (
    <EmptyState
      icon={ErrorOutline}
      isPart={isPart}
      title={t('boundary.errorTitle', { what })}
      body={messageOf(error)}
      actions={
        <>
          <TryAgain onRetry={onRetry} />
          {id && (
            <Button color="inherit" onClick={() => copy(id)}>
              {t('boundary.requestId', { id })}
            </Button>
          )}
        </>
      }
    />
  );
};
