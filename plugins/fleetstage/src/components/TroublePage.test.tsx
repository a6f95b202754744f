import { ResponseError } from '@backstage/errors';
import { screen } from '@testing-library/react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { TroublePage } from './TroublePage';

const refused = (message: string) =>
  ResponseError.fromResponse(
    new Response(
      JSON.stringify({ error: { name: 'NotAllowedError', message }, response: { statusCode: 403 } }),
      { status: 403, headers: { 'content-type': 'application/json' } },
    ) as unknown as Parameters<typeof ResponseError.fromResponse>[0],
  );

it.each([
  [
    'the part, and the permission that the refusal names',
    'You need the permission fleetstage.override.read',
    'You may not see the preview',
    'You need fleetstage.override.read. Ask an administrator of this portal.',
  ],
  [
    'the fleet, where that permission is missing',
    'You need the permission fleetstage.view',
    'You may not see the fleet',
    'You need fleetstage.view. Ask an administrator of this portal.',
  ],
  [
    'the fleet, where the refusal names nothing',
    'forbidden',
    'You may not see the fleet',
    'You need fleetstage.view. Ask an administrator of this portal.',
  ],
])('says of what is forbidden: %s', async (_, message, title, body) => {
  const error = await refused(message);
  renderWithFleet(<TroublePage error={error} what="the preview" onRetry={() => {}} isPart />, () => ({}));
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.getByText(body)).toBeVisible();
});
