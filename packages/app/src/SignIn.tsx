import { ProxiedSignInPage } from '@backstage/core-components';
import type { IdentityApi } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActions from '@mui/material/CardActions';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

const KEY = 'fleetstage.demo.signedInAs';
const users = [
  { provider: 'guest', title: 'Guest', text: 'May do everything in this demo: approve, stop, create runs.' },
  {
    provider: 'visitor',
    title: 'Visitor',
    text: 'May read everything and change nothing. See how pages show it.',
  },
] as const;

interface SignInProps {
  onSignInSuccess(identity: IdentityApi): void;
}

/** Who wants to try the demo as whom; the browser remembers it until sign-out. */
export const SignIn = ({ onSignInSuccess }: SignInProps) => {
  const [provider, setProvider] = useState(() => localStorage.getItem(KEY));
  if (provider !== null) {
    return (
      <ProxiedSignInPage
        provider={provider}
        onSignInSuccess={identity => onSignInSuccess(forgetful(identity))}
      />
    );
  }
  const choose = (chosen: string) => {
    localStorage.setItem(KEY, chosen);
    setProvider(chosen);
  };
  return (
    <Box component="main" sx={{ maxWidth: 720, mx: 'auto', mt: { xs: 4, sm: 12 }, px: 3 }}>
      <Typography component="h1" variant="h4" sx={{ mb: 1 }}>
        Fleetstage, the demo
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 3 }}>
        A fleet of simulated clusters on this machine. Nobody is asked for a password here: for production,
        sign people in with your identity provider, as the README says.
      </Typography>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2.5}>
        {users.map(user => (
          <Card key={user.provider} variant="outlined" sx={{ flex: 1 }}>
            <CardContent>
              <Typography component="h2" variant="h6">
                {user.title}
              </Typography>
              <Typography variant="body2" color="text.secondary">
                {user.text}
              </Typography>
            </CardContent>
            <CardActions sx={{ px: 2, pb: 2 }}>
              <Button
                variant={user.provider === 'guest' ? 'contained' : 'outlined'}
                onClick={() => choose(user.provider)}
              >
                Enter as {user.title.toLowerCase()}
              </Button>
            </CardActions>
          </Card>
        ))}
      </Stack>
    </Box>
  );
};

/** Signing out also forgets the choice; else the next page load would sign in again. */
function forgetful(identity: IdentityApi): IdentityApi {
  return {
    getProfileInfo: () => identity.getProfileInfo(),
    getBackstageIdentity: () => identity.getBackstageIdentity(),
    getCredentials: () => identity.getCredentials(),
    async signOut() {
      localStorage.removeItem(KEY);
      await identity.signOut();
      window.location.assign('/');
    },
  };
}
