import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { duration } from '@mui/material/styles';
import { leaveStylesOut } from './__testUtils__/styles';

// A dialog that fades out hides the page under it from the queries by role, and on a busy machine for seconds. (Turning
// react-transition-group off instead leaves the page hidden: MUI's dialogs wait for its callbacks.)
Object.assign(duration, { enteringScreen: 0, leavingScreen: 0 });

// What is read out says again what the page shows.
configure({ defaultIgnore: 'script, style, [data-announcer]' });

leaveStylesOut();
