import type { JsonObject } from '../../../src/platform/json/json.ts'

/** What a foreign document says, so that it is found again in an answer that should not have it. */
export const foreignSeller = 'Quartzmarker Traders'
export const foreignNumber = 'QZ-4711'

/** Things of another user; each stands in paths and bodies by its name, such as `DOCUMENT`. */
export const foreignThings = ['DOCUMENT', 'TWIN', 'KEY', 'VIEW', 'SESSION', 'PASSKEY'] as const

type Sent = { path?: string; body?: JsonObject }

/**
 * What a member who is clerk and counter may do to what is not its own:
 * - `refuses`: nothing. It is asked for by its id, and answered 403 or 404.
 * - `leaves`: nothing. The answer is fine, and what is not its own stays as it is.
 * - `hides`: it is not even told of it.
 * - `own`: the endpoint reaches nothing but what is the caller's.
 * - `shared`: everything. It is the shop's, and the words say why.
 */
export type Foreign =
  | ({ does: 'refuses' } & Sent)
  | ({ does: 'leaves' } & Sent)
  | ({ does: 'hides' } & Sent)
  | { does: 'own' }
  | { does: 'shared'; why: string }

const own: Foreign = { does: 'own' }
const refuses = (sent: Sent = {}): Foreign => ({ does: 'refuses', ...sent })
const leaves = (sent: Sent = {}): Foreign => ({ does: 'leaves', ...sent })
const hides = (sent: Sent = {}): Foreign => ({ does: 'hides', ...sent })
const shared = (why: string): Foreign => ({ does: 'shared', why })

const counters = shared(
  'products, stock, orders, invoices and customers are the work of everybody at the counter',
)
const lists = shared(
  'the names of vendors and products, and how sellers print, are for everybody who reads bills',
)

const ofDocument = (part: string, body?: JsonObject): [string, Foreign] => {
  const method = body === undefined ? 'GET' : 'POST'
  const isEmpty = body !== undefined && Object.keys(body).length === 0
  const sent = { path: `/documents/DOCUMENT${part}`, ...(isEmpty || !body ? {} : { body }) }
  return [`${method} /documents/ID${part}`, refuses(sent)]
}

const pair = { kept: 'DOCUMENT', other: 'TWIN', verdict: 'same' }
const chosen = { which: { ids: ['DOCUMENT'] } }
const waits = { kind: 'scan', code: 'ledger_missing', field: `party:|${foreignSeller}` }
const party = { field: `party:|${foreignSeller}` }

/** By endpoint as in endpoints.ts: every one that a member may call has its statement here, or a test fails. */
export const foreignEndpoints: Readonly<Record<string, Foreign>> = {
  'POST /sign-out': own,
  'GET /sessions': hides(),
  'POST /sessions/ID/revoke': refuses({ path: '/sessions/SESSION/revoke' }),
  'POST /sessions/revoke-others': leaves(),
  'POST /password': own,
  'GET /confirmation': own,
  'POST /confirmation': own,
  'GET /second-step': own,
  'POST /second-step/begin': own,
  'POST /second-step/forget-devices': own,
  'POST /second-step/confirm': own,
  'POST /second-step/recovery-codes': own,
  'POST /second-step/off': own,
  'GET /passkeys': hides(),
  'POST /passkeys/begin': own,
  'POST /passkeys': own,
  'POST /passkeys/ID/rename': refuses({ path: '/passkeys/PASSKEY/rename', body: { name: 'Mine' } }),
  'POST /passkeys/ID/remove': refuses({ path: '/passkeys/PASSKEY/remove' }),

  'GET /books': hides(),
  'GET /books/causes': hides(),
  'GET /books/causes/waiting': hides({
    path: `/books/causes/waiting?${new URLSearchParams(waits)}`,
  }),
  'POST /books/causes/again': leaves({ body: waits }),
  'POST /books/causes/settle': leaves({ body: { ...waits, as: 'dropped' } }),
  'POST /books/names': refuses({ body: { ...party, name: foreignSeller } }),
  'GET /books/entered': hides(),
  'GET /books/masters?kind=item': refuses({ path: '/books/masters?kind=ledger' }),
  'POST /books/mappings': refuses({ body: { ...party, master: 'marked' } }),
  'POST /books/ledgers': refuses({
    body: { ...party, name: 'Another', parent: 'Sundry Creditors' },
  }),

  'GET /keys': hides(),
  'GET /keys/options': own,
  'POST /keys': own,
  'POST /keys/ID/revoke': refuses({ path: '/keys/KEY/revoke' }),
  'POST /keys/ID/rotate': refuses({ path: '/keys/KEY/rotate', body: { oldEndsAfterHours: 0 } }),
  'GET /keys/ID/sees': refuses({ path: '/keys/KEY/sees' }),
  'GET /integrations': hides(),
  'GET /integrations/ID': refuses({ path: '/integrations/KEY' }),
  'GET /integrations/ID/calls': refuses({ path: '/integrations/KEY/calls' }),
  'GET /views': hides(),
  'POST /views': own,
  'POST /views/ID/remove': refuses({ path: '/views/VIEW/remove' }),
  'GET /activity': hides(),
  'GET /home': hides(),
  'GET /home/days': own,
  'GET /home/doubtful': own,
  'GET /search': hides({ path: `/search?search=${foreignNumber}` }),

  'GET /documents': hides(),
  'POST /documents': own,
  'GET /documents/totals': own,
  'GET /documents/queue': hides(),
  'GET /documents/reading': own,
  'GET /documents/pairs': hides(),
  'POST /documents/pairs': refuses({ body: pair }),
  'POST /documents/pairs/take-back': refuses({ body: pair }),
  'GET /documents/proposals/sellers': lists,
  'GET /documents/proposals/items': lists,
  // Who brought it and when is told, so that a bill is not typed twice; what it says is not.
  'GET /documents/same-number?number=1': hides({
    path: `/documents/same-number?${new URLSearchParams({ number: foreignNumber, seller: foreignSeller })}`,
  }),
  'POST /documents/chosen/remove': leaves({ body: chosen }),
  'POST /documents/chosen/move': leaves({ body: { ...chosen, category: 'bank_entry' } }),
  'POST /documents/join': refuses({ body: { ids: ['DOCUMENT', 'TWIN'] } }),
  ...Object.fromEntries([
    ofDocument(''),
    ofDocument('/read'),
    ofDocument('/file'),
    ofDocument('/pages'),
    ofDocument('/gstr-2b'),
    ofDocument('/gstr-2b', { key: 'invoice_no' }),
    ofDocument('/correct', { raw: { invoice_metadata: { Total: '1' } }, startedFrom: 'x' }),
    ofDocument('/books', { as: 'dropped' }),
    ofDocument('/move', { category: 'bank_entry' }),
    ofDocument('/remove', {}),
    ofDocument('/retry', {}),
    ofDocument('/split', {}),
    ofDocument('/password', { password: 'x' }),
    ofDocument('/pages', { password: 'x' }),
  ]),
  'GET /documents/ID/pages/PAGE': refuses({ path: '/documents/DOCUMENT/pages/1' }),

  'GET /sellers': lists,
  'GET /sellers/ID': lists,
  'GET /names': lists,
  'GET /names/export': lists,
  'GET /names/ID': lists,
  'GET /credits': hides(),

  ...Object.fromEntries(
    [
      'GET /orders',
      'GET /orders/ID',
      'POST /orders/ID/status',
      'POST /orders/chosen/status',
      'GET /orders/totals',
      'POST /orders/ID/books',
      'GET /orders/articles',
      'POST /orders/quote',
      'POST /orders',
      'GET /orders/seller',
      'GET /orders/ID/invoice',
      'POST /orders/ID/invoice',
      'POST /orders/chosen/papers',
      'POST /orders/chosen/invoices',
      'GET /credit-notes',
      'GET /credit-notes/ID',
      'POST /orders/ID/returns',
      'GET /products',
      'GET /products/totals',
      'GET /products/options',
      'GET /products/vendors',
      'GET /products/ID',
      'POST /products',
      'POST /products/ID',
      'POST /products/change',
      'POST /products/ID/photos',
      'POST /product-photos/match',
      'POST /products/delete',
      'POST /products/labels',
      'GET /product-table',
      'POST /product-import',
      'GET /categories',
      'POST /categories',
      'POST /categories/ID',
      'POST /categories/ID/move',
      'POST /categories/ID/delete',
      'GET /offers',
      'GET /offers/targets?search=a',
      'POST /offers',
      'POST /offers/ID',
      'POST /offers/ID/move',
      'POST /offers/ID/delete',
      'GET /customers',
      'GET /customers/proposals?search=9845',
      'GET /customers/ID/export',
      'POST /customers/ID/forget',
    ].map((endpoint) => [endpoint, counters]),
  ),
}
