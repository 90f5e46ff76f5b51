/** Of the books that documents are entered into: as in endpoints.ts. */
export const bookEndpoints = [
  { method: 'GET', path: '/books', audience: 'clerk' },
  { method: 'GET', path: '/books/causes', audience: 'clerk' },
  { method: 'GET', path: '/books/causes/waiting', audience: 'clerk' },
  {
    method: 'POST',
    path: '/books/causes/again',
    audience: 'clerk',
    body: { kind: 'scan', code: 'other', field: '' },
  },
  {
    method: 'POST',
    path: '/books/causes/settle',
    audience: 'clerk',
    body: { kind: 'scan', code: 'other', field: '', as: 'dropped' },
  },
  {
    method: 'POST',
    path: '/books/files',
    audience: 'owner',
    body: { bridge: 'none', file: 'none.xml', as: 'imported' },
  },
  {
    method: 'POST',
    path: '/books/names',
    audience: 'clerk',
    body: { field: 'ledger:freight', name: '' },
  },
  { method: 'GET', path: '/books/entered', audience: 'clerk' },
  { method: 'GET', path: '/books/masters?kind=item', audience: 'clerk' },
  { method: 'GET', path: '/books/mappings', audience: 'owner' },
  {
    method: 'POST',
    path: '/books/mappings',
    audience: 'clerk',
    body: { field: 'ledger:freight', master: 'none' },
  },
  {
    method: 'POST',
    path: '/books/mappings/remove',
    audience: 'owner',
    body: { field: 'ledger:freight' },
  },
  {
    method: 'POST',
    path: '/books/ledgers',
    audience: 'clerk',
    body: { field: 'ledger:freight', name: '' },
  },
  {
    method: 'POST',
    path: '/books/settings',
    audience: 'owner',
    body: {
      settings: {
        invoice_as: 'accounting',
        date_from: 'paper',
        order_as: 'sales_order',
        already_present: 'ask',
        as_optional: false,
      },
    },
  },
  { method: 'POST', path: '/books/pair', audience: 'owner' },
  {
    method: 'POST',
    path: '/books/pair/keys',
    audience: 'none',
    body: { code: 'ABCD-EFGH', system: 'tally' },
  },
] as const
