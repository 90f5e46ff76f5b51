/** Of the GSTR-2B beside the shop's bills: as in endpoints.ts. */
export const gstr2bEndpoints = [
  { method: 'GET', path: '/gstr-2b/months', audience: 'owner' },
  { method: 'GET', path: '/gstr-2b/entries', audience: 'owner' },
  { method: 'GET', path: '/gstr-2b/sellers', audience: 'owner' },
  {
    method: 'POST',
    path: '/gstr-2b/months',
    audience: 'owner',
    body: {
      month: { gstin: '27AAPFU0939F1ZV', period: '2020-07', generatedOn: '', rows: [] },
    },
  },
  {
    method: 'POST',
    path: '/gstr-2b/decisions',
    audience: 'owner',
    body: { decisions: [{ subject: 'x', verdict: 'same' }] },
  },
  { method: 'GET', path: '/documents/ID/gstr-2b', audience: 'clerk' },
  {
    method: 'POST',
    path: '/documents/ID/gstr-2b',
    audience: 'clerk',
    body: { key: 'invoice_no' },
  },
] as const
