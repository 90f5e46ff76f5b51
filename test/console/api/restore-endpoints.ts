/** Putting a backup in place: an id that nobody guesses opens it. */
export const restoreEndpoints = [
  { method: 'POST', path: '/set-up/restores', audience: 'none', body: { code: 'ABCD-EFGH' } },
  { method: 'GET', path: '/restores/ID', audience: 'none' },
  { method: 'POST', path: '/restores/ID/pieces', audience: 'none' },
  { method: 'POST', path: '/restores/ID/read-file', audience: 'none' },
  { method: 'POST', path: '/restores/ID/read-backup', audience: 'none', body: { name: 'x' } },
  { method: 'POST', path: '/restores/ID/read-copy', audience: 'none', body: { at: 'x' } },
  {
    method: 'POST',
    path: '/restores/ID/read-folder',
    audience: 'none',
    body: { path: '/media/usb', key: 'AAAA' },
  },
  {
    method: 'POST',
    path: '/restores/ID/read-s3',
    audience: 'none',
    body: { bucket: 'shop', accessKeyId: 'AK', secret: 'secret', key: 'AAAA' },
  },
  { method: 'POST', path: '/restores/ID/in-place', audience: 'none' },
  { method: 'POST', path: '/restores/ID/give-up', audience: 'none' },
] as const
