import Box from '@mui/material/Box';
import { CopyCodeButton } from '../CopyCodeButton';
import { InfoDialog } from '../InfoDialog';
import { CodeBlock } from '../KubectlPanel';

export interface GuideStep {
  readonly title: string;
  readonly body: string;
  /** To be copied as it is. */
  readonly code: string;
}

interface GuideDialogProps {
  readonly title: string;
  readonly steps: readonly GuideStep[];
  readonly onClose: () => void;
}

/** How to do something outside of the pages, step by step. */
export const GuideDialog = ({ title, steps, onClose }: GuideDialogProps) => (
  <InfoDialog title={title} width="md" isFullWhenSmall onClose={onClose}>
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2.5 }}>
      {steps.map((step, index) => (
        <Step key={step.title} step={step} number={index + 1} />
      ))}
    </Box>
  </InfoDialog>
);

const Step = ({ step: { title, body, code }, number }: { step: GuideStep; number: number }) => (
  <Box component="li" sx={{ minWidth: 0 }}>
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box component="h3" sx={{ m: 0, flex: 1, fontSize: 16, lineHeight: '24px', fontWeight: 500 }}>
        <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, mr: 1 }}>
          {number}
        </Box>
        {title}
      </Box>
      <CopyCodeButton title={title} code={code} />
    </Box>
    <Box sx={{ fontSize: 13, lineHeight: '20px', color: 'text.secondary', mb: 0.75 }}>{body}</Box>
    <CodeBlock text={code.trimEnd()} label={title} />
  </Box>
);
