/** Every endpoint of the console: who may call it, and a body that is well-formed. `ID` stands for an id. */
export const endpoints = [
  { method: 'GET', path: '/state', audience: 'none' },
  {
    method: 'POST',
    path: '/set-up/check',
    audience: 'none',
    body: { code: 'ABCD-EFGH' },
  },
  {
    method: 'POST',
    path: '/set-up',
    audience: 'none',
    body: {
      code: 'ABCD-EFGH',
      organisation: 'Acme',
      name: 'Om',
      email: 'om@example.com',
      password: 'violet kettle 9',
      network: 'this computer',
    },
  },
  {
    method: 'POST',
    path: '/sign-in',
    audience: 'none',
    body: { email: 'nobody@example.com', password: 'violet kettle 9' },
  },
  { method: 'POST', path: '/sign-out', audience: 'member' },
  { method: 'GET', path: '/sessions', audience: 'member' },
  { method: 'POST', path: '/sessions/ID/revoke', audience: 'member' },
  { method: 'POST', path: '/sessions/revoke-others', audience: 'member' },
  {
    method: 'POST',
    path: '/password',
    audience: 'member',
    body: { currentPassword: 'x', newPassword: 'violet kettle 9' },
  },
  { method: 'GET', path: '/keys', audience: 'member' },
  { method: 'GET', path: '/keys/options', audience: 'member' },
  {
    method: 'POST',
    path: '/keys',
    audience: 'member',
    body: { name: 'T', service: 'scan-export' },
  },
  { method: 'POST', path: '/keys/ID/revoke', audience: 'member' },
  { method: 'POST', path: '/keys/ID/rotate', audience: 'member', body: { oldEndsAfterHours: 0 } },
  { method: 'GET', path: '/keys/ID/sees', audience: 'member' },
  { method: 'GET', path: '/network', audience: 'owner' },
  { method: 'POST', path: '/network', audience: 'owner', body: { access: 'this computer' } },
] as const

/** An id that nothing has. */
export const noId = '00000000-0000-7000-8000-000000000000'
