import type { JsonObject } from '../../../src/platform/json/json.ts'

/** What a foreign document says, so that it is found again in an answer that should not have it. */
export const foreignSeller = 'Quartzmarker Traders'
export const foreignNumber = 'QZ-4711'

/** Things of another user; each stands in paths and bodies by its name, such as `DOCUMENT`. */
export const foreignThings = ['DOCUMENT', 'TWIN', 'KEY', 'VIEW', 'SESSION', 'PASSKEY'] as const

/**
 * What a member who is clerk and counter may do to what is not its own:
 * - `refuses`: nothing. It is asked for by its id, and answered 403 or 404. `at` is the path, or the thing that the id names.
 * - `leaves`: nothing. The answer is fine, and what is not its own stays as it is.
 * - `hides`: it is not even told of it.
 * - `own`: the endpoint reaches nothing but what is the caller's.
 * - `shared`: everything. It is the shop's, and the words say why.
 */
type Foreign =
  | { does: 'refuses'; at?: string | undefined }
  | { does: 'leaves' | 'hides' | 'own' }
  | { does: 'shared'; why: string }

export type Endpoint = {
  method: 'GET' | 'POST'
  path: string
  audience: 'none' | 'member' | 'clerk' | 'counter' | 'owner'
  /** Well-formed. Left out where none is sent. */
  body?: JsonObject
  /** Left out where strangers or owners alone come in. */
  foreign?: Foreign
}

const own: Foreign = { does: 'own' }
const hides: Foreign = { does: 'hides' }
const leaves: Foreign = { does: 'leaves' }
const refuses = (at?: string): Foreign => ({ does: 'refuses', at })
const lists: Foreign = {
  does: 'shared',
  why: 'the names of vendors and products, and how sellers print, are for everybody who reads bills',
}
const counters: Foreign = {
  does: 'shared',
  why: 'products, stock, orders, invoices and customers are the work of everybody at the counter',
}

const none = (name: string, body?: JsonObject) => endpoint(name, { audience: 'none' }, body)
const owner = (name: string, body?: JsonObject) => endpoint(name, { audience: 'owner' }, body)
const member = (name: string, foreign: Foreign, body?: JsonObject) =>
  endpoint(name, { audience: 'member', foreign }, body)
const clerk = (name: string, foreign: Foreign, body?: JsonObject) =>
  endpoint(name, { audience: 'clerk', foreign }, body)
const counter = (name: string, body?: JsonObject) =>
  endpoint(name, { audience: 'counter', foreign: counters }, body)
/** Of one document. */
const document = (name: string, body?: JsonObject) => clerk(name, refuses('DOCUMENT'), body)

function endpoint(
  name: string,
  who: Pick<Endpoint, 'audience' | 'foreign'>,
  body: JsonObject | undefined,
): Endpoint {
  const [method, path = ''] = name.split(' ')
  const asked = { method: method === 'GET' ? 'GET' : 'POST', path, ...who } as const
  return body === undefined ? asked : { ...asked, body }
}

const party = `party:|${foreignSeller}`
const waits = { kind: 'scan', code: 'ledger_missing', field: party }
const sameNumber = { number: foreignNumber, seller: foreignSeller }
const pair = { kept: 'DOCUMENT', other: 'TWIN', verdict: 'same' }

/** An offer as its form sends it. */
const offer = {
  title: 'Monsoon sale',
  subtitle: '',
  badge_text: '10% off',
  rule_kind: 'percentage',
  rule_value: '10',
  is_active: true,
  starts_at: null,
  ends_at: null,
}

/** What a browser sends of a passkey, in form. */
function passkeyAnswer(signed: Record<string, string>) {
  const response = { clientDataJSON: 'x', ...signed }
  return { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {}, response }
}

/** Every endpoint of the console: who may call it, what it does to what is not the caller's, and a body. `ID` stands for an id. */
export const endpoints: readonly Endpoint[] = [
  none('GET /state'),
  none('POST /set-up/check', { code: 'ABCD-EFGH' }),
  none('POST /set-up', {
    code: 'ABCD-EFGH',
    organisation: 'Acme',
    name: 'Om',
    email: 'om@example.com',
    password: 'violet kettle 9',
    network: 'this computer',
  }),
  none('POST /sign-in', { email: 'nobody@example.com', password: 'violet kettle 9' }),
  member('POST /sign-out', own),
  member('GET /sessions', hides),
  member('POST /sessions/ID/revoke', refuses('SESSION')),
  member('POST /sessions/revoke-others', leaves),
  member('POST /password', own, { currentPassword: 'x', newPassword: 'violet kettle 9' }),
  member('GET /confirmation', own),
  member('POST /confirmation', own, { password: 'x' }),
  member('GET /second-step', own),
  member('POST /second-step/begin', own),
  member('POST /second-step/forget-devices', own),
  member('POST /second-step/confirm', own, { code: '123456' }),
  member('POST /second-step/recovery-codes', own, { code: '123456' }),
  member('POST /second-step/off', own, { code: '123456' }),
  none('POST /sign-in/passkey/begin'),
  none('POST /sign-in/passkey', {
    ticket: 'x',
    response: passkeyAnswer({ authenticatorData: 'x', signature: 'x' }),
  }),
  member('GET /passkeys', hides),
  member('POST /passkeys/begin', own),
  member('POST /passkeys', own, {
    name: 'Phone',
    response: passkeyAnswer({ attestationObject: 'x' }),
  }),
  member('POST /passkeys/ID/rename', refuses('PASSKEY'), { name: 'Mine' }),
  member('POST /passkeys/ID/remove', refuses('PASSKEY')),
  clerk('GET /books', hides),
  clerk('GET /books/causes', hides),
  clerk(`GET /books/causes/waiting?${new URLSearchParams(waits)}`, hides),
  clerk('POST /books/causes/again', leaves, waits),
  clerk('POST /books/causes/settle', leaves, { ...waits, as: 'dropped' }),
  owner('POST /books/files', { bridge: 'none', file: 'none.xml', as: 'imported' }),
  clerk('POST /books/names', refuses(), { field: party, name: foreignSeller }),
  clerk('GET /books/entered', hides),
  clerk('GET /books/masters?kind=item', refuses('/books/masters?kind=ledger')),
  owner('GET /books/mappings'),
  clerk('POST /books/mappings', refuses(), { field: party, master: 'marked' }),
  owner('POST /books/mappings/remove', { field: 'ledger:freight' }),
  clerk('POST /books/ledgers', refuses(), {
    field: party,
    name: 'Another',
    parent: 'Sundry Creditors',
  }),
  owner('POST /books/settings', {
    settings: {
      invoice_as: 'accounting',
      date_from: 'paper',
      order_as: 'sales_order',
      already_present: 'ask',
      as_optional: false,
    },
  }),
  owner('POST /books/pair'),
  none('POST /books/pair/keys', { code: 'ABCD-EFGH', system: 'tally' }),
  owner('GET /gstr-2b/months'),
  owner('GET /gstr-2b/entries'),
  owner('GET /gstr-2b/sellers'),
  owner('POST /gstr-2b/months', {
    month: { gstin: '27AAPFU0939F1ZV', period: '2020-07', generatedOn: '', rows: [] },
  }),
  owner('POST /gstr-2b/decisions', { decisions: [{ subject: 'x', verdict: 'same' }] }),
  document('GET /documents/ID/gstr-2b'),
  document('POST /documents/ID/gstr-2b', { key: 'invoice_no' }),
  member('GET /keys', hides),
  member('GET /keys/options', own),
  member('POST /keys', own, { name: 'T', service: 'scan-export' }),
  member('POST /keys/ID/revoke', refuses('KEY')),
  member('POST /keys/ID/rotate', refuses('KEY'), { oldEndsAfterHours: 0 }),
  member('GET /keys/ID/sees', refuses('KEY')),
  owner('GET /test-copy'),
  owner('POST /test-copy/reset'),
  owner('POST /test-copy/remove'),
  owner('GET /leases'),
  owner('POST /leases/ID/take-back'),
  member('GET /integrations', hides),
  member('GET /integrations/ID', refuses('KEY')),
  member('GET /integrations/ID/calls', refuses('KEY')),
  member('GET /views', hides),
  member('POST /views', own, { list: 'orders', name: 'Mine', search: '{}', columns: null }),
  member('POST /views/ID/remove', refuses('VIEW')),
  member('GET /activity', hides),
  owner('GET /activity/people'),
  member('GET /home', hides),
  member('GET /today', hides),
  member('GET /today/figures', own),
  member('POST /today/answers', refuses(), {
    id: 'unread DOCUMENT ',
    choice: 'remove',
  }),
  member('POST /today/undo', refuses(), { id: 'unread DOCUMENT ' }),
  member('POST /today/take-up', own),
  clerk('GET /home/doubtful', own),
  owner('POST /home/first-steps', { done: 'backups' }),
  member(`GET /search?search=${foreignNumber}`, hides),
  owner('GET /network'),
  owner('POST /network/https', { isOn: false }),
  owner('POST /network', { access: 'this computer' }),
  owner('POST /settings/reading', { isOn: false, atOnce: 1 }),
  clerk('POST /documents/pairs/take-back', refuses(), pair),
  clerk('GET /documents/proposals/sellers', lists),
  clerk('GET /documents/proposals/items', lists), // Who brought it and when is told, so that a bill is not typed twice; what it says is not.
  clerk(`GET /documents/same-number?${new URLSearchParams(sameNumber)}`, hides),
  clerk('GET /documents', hides),
  clerk('POST /documents', own),
  clerk('GET /documents/queue', hides),
  document('GET /documents/ID'),
  document('GET /documents/ID/read'),
  document('GET /documents/ID/file'),
  clerk('POST /documents/chosen/remove', leaves, { which: { ids: ['DOCUMENT'] } }),
  owner('POST /documents/chosen/put-back', { which: { ids: ['x'] } }),
  clerk('POST /documents/chosen/move', leaves, {
    which: { ids: ['DOCUMENT'] },
    category: 'bank_entry',
  }),
  clerk('GET /documents/totals', own),
  document('GET /documents/ID/pages'),
  clerk('GET /documents/ID/pages/PAGE', refuses('/documents/DOCUMENT/pages/1')),
  document('POST /documents/ID/correct', {
    raw: { invoice_metadata: { Total: '1' } },
    startedFrom: 'x',
  }),
  document('POST /documents/ID/books', { as: 'dropped' }),
  document('POST /documents/ID/move', { category: 'bank_entry' }),
  document('POST /documents/ID/remove'),
  document('POST /documents/ID/retry'),
  document('POST /documents/ID/split'),
  document('POST /documents/ID/password', { password: 'x' }),
  document('POST /documents/ID/pages', { password: 'x' }),
  clerk('POST /documents/join', refuses(), { ids: ['DOCUMENT', 'TWIN'] }),
  clerk('GET /documents/reading', own),
  owner('POST /documents/ID/put-back'),
  owner('GET /documents/synced-count'),
  owner('POST /documents/put-back', { from: '2026-11-01', until: '2026-11-02' }),
  owner('GET /settings/folders'),
  owner('POST /settings/folders', { path: '/nowhere', userId: 'x', category: 'vendor_invoice' }),
  owner('POST /settings/folders/ID/delete'),
  owner('GET /settings/passwords'),
  owner('POST /settings/passwords/ID/delete'),
  counter('GET /orders'),
  counter('GET /orders/ID'),
  counter('POST /orders/ID/status', { status: 'paid' }),
  counter('POST /orders/chosen/status', { which: { ids: ['x'] }, status: 'paid' }),
  owner('POST /orders/chosen/put-back', { which: { ids: ['x'] } }),
  counter('GET /orders/totals'),
  counter('POST /orders/ID/books', { as: 'again' }),
  owner('POST /orders/ID/put-back'),
  owner('GET /orders/synced-count'),
  owner('POST /orders/put-back', { from: '2026-11-01', until: '2026-11-02' }),
  counter('GET /orders/articles'),
  counter('POST /orders/quote', { items: [{ sku: 'A', quantity: 1 }] }),
  counter('POST /orders', { items: [{ sku: 'A', quantity: 1 }] }),
  owner('GET /rules'),
  owner('GET /rules/built-in'),
  owner('GET /rules/unknown'),
  owner('POST /rules/unknown/dismiss', { kind: 'labels', category: 'bank_entry', text: 'Mood' }),
  owner('POST /rules/unknown/offer-again', {
    kind: 'labels',
    category: 'bank_entry',
    text: 'Mood',
  }),
  owner('GET /rules/keys'),
  owner('GET /rules/export'),
  owner('GET /rules/changes'),
  owner('POST /rules/preview', { put: [] }),
  owner('POST /rules', { type: 'label', from: 'A', to: 'a' }),
  owner('POST /rules/ID/change', { type: 'label', from: 'A', to: 'a' }),
  owner('POST /rules/delete', { ids: ['x'] }),
  owner('POST /rules/import/check', { csv: 'x' }),
  owner('POST /rules/import', { csv: 'x' }),
  clerk('GET /sellers', lists),
  clerk('GET /sellers/ID', lists),
  owner('POST /sellers/ID/forget', { kind: 'rate', key: '18' }),
  owner('POST /sellers/ID/forget-all'),
  clerk('GET /names', lists),
  owner('GET /names/unknown'),
  owner('POST /names/unknown/dismiss', { kind: 'vendor', name: 'Acme' }),
  owner('POST /names/unknown/offer-again', { kind: 'vendor', name: 'Acme' }),
  clerk('GET /names/export', lists),
  owner('GET /names/alias-holder'),
  clerk('GET /names/ID', lists),
  owner('POST /names', { kind: 'vendor', name: 'Acme' }),
  owner('POST /names/import/check', { kind: 'vendor', rows: [] }),
  owner('POST /names/import', { kind: 'vendor', rows: [] }),
  owner('POST /names/ID/rename', { name: 'Acme', keepsOldName: true }),
  owner('POST /names/ID/merge', { into: 'x' }),
  owner('POST /names/ID/remove'),
  owner('POST /names/ID/aliases', { aliases: ['ACME'] }),
  owner('POST /aliases/ID/move', { to: 'x' }),
  owner('POST /aliases/ID/remove'),
  owner('GET /users'),
  owner('POST /users', { name: 'Om', email: 'new@example.com', role: 'member' }),
  owner('POST /users/ID/reset'),
  owner('POST /users/ID/reactivate'),
  owner('POST /users/ID/deactivate'),
  owner('POST /users/ID/role', { role: 'owner' }),
  none('POST /choose-password/check', { code: 'ABCD-EFGH' }),
  none('POST /choose-password', { code: 'ABCD-EFGH', password: 'violet kettle 9' }),
  member('GET /credits', hides),
  owner('POST /credits', { kind: 'grant', amount: 5, note: 'Plan' }),
  owner('GET /settings/shop'),
  owner('POST /settings/organisation', { name: 'Acme Stores' }),
  owner('POST /settings/duplicates', { duplicatesBy: 'invoice_no' }),
  owner('POST /settings/disk-share', { percent: 25 }),
  owner('POST /settings/proposals/forget'),
  owner('GET /settings/nightly'),
  owner('POST /settings/hour', { hour: 3 }),
  owner('POST /settings/clock/confirm', { says: new Date().toISOString() }),
  owner('GET /settings/cleanup'),
  owner('POST /settings/cleanup'),
  owner('GET /settings/offsite'),
  owner('POST /settings/offsite/folder', { path: '/media/usb' }),
  owner('POST /settings/offsite/s3', { bucket: 'shop', accessKeyId: 'AK', secret: 'secret' }),
  owner('GET /settings/paused'),
  owner('POST /settings/paused/confirm', { name: 'scan-export.folders' }),
  owner('POST /settings/paused/forget', { name: 'scan-export.folders' }),
  owner('POST /settings/offsite/copy'),
  owner('POST /settings/offsite/off'),
  owner('GET /settings/archive'),
  owner('POST /settings/archive', { path: '/media/nas' }),
  owner('POST /settings/archive/try', { path: '/media/nas' }),
  owner('POST /settings/archive/run'),
  owner('POST /settings/archive/off'),
  owner('GET /settings/offsite/copies'),
  owner('POST /settings/restores'),
  none('POST /set-up/restores', { code: 'ABCD-EFGH' }),
  none('GET /restores/ID'),
  none('POST /restores/ID/pieces'),
  none('POST /restores/ID/read-file'),
  none('POST /restores/ID/read-backup', { name: 'x' }),
  none('POST /restores/ID/read-copy', { at: 'x' }),
  none('POST /restores/ID/read-folder', { path: '/media/usb', key: 'AAAA' }),
  none('POST /restores/ID/read-s3', {
    bucket: 'shop',
    accessKeyId: 'AK',
    secret: 'secret',
    key: 'AAAA',
  }),
  none('POST /restores/ID/in-place'),
  none('POST /restores/ID/give-up'),
  owner('GET /settings/troubles'),
  owner('GET /settings/report'),
  owner('GET /settings/backups'),
  owner('POST /settings/backups'),
  owner('GET /settings/backups/ID/download'),
  owner('POST /settings/backups/ID/verify'),
  owner('POST /settings/backups/ID/delete'),
  counter('GET /products'),
  counter('GET /products/totals'),
  counter('GET /products/options'),
  counter('GET /products/vendors'),
  counter('GET /products/ID'),
  counter('POST /products', { product: { name: 'Rice' } }),
  counter('POST /products/ID', { product: { mrp: 1 } }),
  counter('POST /products/change', { which: { ids: ['x'] }, change: { is_active: false } }),
  counter('POST /products/ID/photos', { photos: ['x'], replaces: false }),
  counter('POST /product-photos/match', { names: ['x.jpg'] }),
  counter('POST /products/delete', { which: { ids: ['x'] } }),
  counter('GET /categories'),
  counter('POST /categories', { name: 'Snacks' }),
  counter('POST /categories/ID', { name: 'Snacks' }),
  counter('POST /categories/ID/move', { after: 'x' }),
  counter('POST /categories/ID/delete'),
  counter('GET /offers'),
  counter('GET /offers/targets?search=a'),
  counter('POST /offers', offer),
  counter('POST /offers/ID', offer),
  counter('POST /offers/ID/move', { after: 'x' }),
  counter('POST /offers/ID/delete'),
  counter('GET /product-table'),
  counter('POST /product-import', { columns: ['sku', 'name'], rows: [['A', 'Tea']], dryRun: true }),
  counter('GET /orders/seller'),
  counter('GET /orders/ID/invoice'),
  counter('POST /orders/ID/invoice', { placeOfSupply: '27' }),
  counter('POST /orders/chosen/papers', { which: { ids: ['x'] }, part: 0 }),
  counter('POST /orders/chosen/invoices', { which: { ids: ['x'] } }),
  counter('GET /credit-notes'),
  counter('GET /credit-notes/ID'),
  counter('POST /orders/ID/returns', { lines: [{ id: 'x', quantity: 1 }], reason: '' }),
  owner('GET /settings/invoices/numbers'),
  owner('POST /settings/invoices/numbers', { series: 'invoice', running: 1 }),
  owner('GET /settings/invoices'),
  owner('POST /settings/invoices', { seller: {} }),
  counter('POST /products/labels', { which: { ids: ['x'] }, part: 0 }),
  counter('GET /customers'),
  counter('GET /customers/proposals?search=9845'),
  counter('GET /customers/ID/export'),
  counter('POST /customers/ID/forget'),
  owner('POST /customers/forget-all'),
  owner('POST /settings/customers', { remember: true }),
]

/** An id that nothing has. */
export const noId = '00000000-0000-7000-8000-000000000000'
