/** Those of where documents come from: watched folders, and what opens locked ones. */
export const senderEndpoints = [
  { method: 'GET', path: '/settings/folders', audience: 'owner' },
  {
    method: 'POST',
    path: '/settings/folders',
    audience: 'owner',
    body: { path: '/nowhere', userId: 'x', category: 'vendor_invoice' },
  },
  { method: 'POST', path: '/settings/folders/ID/delete', audience: 'owner' },
  { method: 'GET', path: '/settings/passwords', audience: 'owner' },
  { method: 'POST', path: '/settings/passwords/ID/delete', audience: 'owner' },
] as const
