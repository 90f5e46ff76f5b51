/** Of the second step of signing in, and of passkeys: as in endpoints.ts. */
export const wayInEndpoints = [
  { method: 'GET', path: '/second-step', audience: 'member' },
  ...['begin', 'forget-devices'].map((command) => ({
    method: 'POST' as const,
    path: `/second-step/${command}`,
    audience: 'member' as const,
  })),
  ...['confirm', 'recovery-codes', 'off'].map((command) => ({
    method: 'POST' as const,
    path: `/second-step/${command}`,
    audience: 'member' as const,
    body: { code: '123456' },
  })),
  { method: 'POST', path: '/sign-in/passkey/begin', audience: 'none' },
  {
    method: 'POST',
    path: '/sign-in/passkey',
    audience: 'none',
    body: { ticket: 'x', response: passkeyAnswer({ authenticatorData: 'x', signature: 'x' }) },
  },
  { method: 'GET', path: '/passkeys', audience: 'member' },
  { method: 'POST', path: '/passkeys/begin', audience: 'member' },
  {
    method: 'POST',
    path: '/passkeys',
    audience: 'member',
    body: { name: 'Phone', response: passkeyAnswer({ attestationObject: 'x' }) },
  },
  { method: 'POST', path: '/passkeys/ID/rename', audience: 'member', body: { name: 'Phone' } },
  { method: 'POST', path: '/passkeys/ID/remove', audience: 'member' },
] as const

/** What a browser sends of a passkey, in form. */
function passkeyAnswer(signed: Record<string, string>) {
  const response = { clientDataJSON: 'x', ...signed }
  return { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {}, response }
}
