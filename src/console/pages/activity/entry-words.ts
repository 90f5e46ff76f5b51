import type { HistoryAction } from '../../api/history.ts'
import { counted, formatCount, formatTime } from '../../components/values.tsx'
import { categoryNames, categoryOf } from '../../words.ts'
import type { Entry } from './data.ts'

/** The parts of an entry that its sentence needs. */
type WordedEntry = Pick<Entry, 'action' | 'keyName' | 'details'>

type Words = (details: Details, keyName: string | null) => string

/** The sentence of an entry for people in the shop. An unknown action keeps its name. */
export function entryWords({ action, keyName, details }: WordedEntry): string {
  const words = new Map<string, Words>(Object.entries(known)).get(action)
  return words === undefined ? capitalised(action) : words(readerOf(details), keyName)
}

const known: Record<HistoryAction, Words> = {
  'organisation set up': ({ text }) => `Daybook was set up for ${text('name', 'the shop')}`,
  'organisation changed': () => 'The organisation’s name or GSTIN was changed',
  'settings changed': ({ text }) => `A setting was changed${settingNamed(text('setting', ''))}`,
  'user added': (details) =>
    `${details.text('email', 'A user')} was added as ${rolesNamed(details)}`,
  'user deactivated': ({ text }) => `${text('email', 'A user')} may not sign in any more`,
  'user reactivated': ({ text }) => `${text('email', 'A user')} may sign in again`,
  'role changed': (details) => `${details.text('email', 'A user')} is ${rolesNamed(details)} now`,
  'password link made': ({ text }) =>
    `A link to a new password was made for ${text('for', 'a user')}`,
  'password changed': ({ text }) => `The password of ${text('email', 'a user')} was changed`,
  'key created': ({ text }, name) =>
    `The API key ${quoted(text('name', name ?? ''))}was made for ${text('for', 'a user')}`,
  'key revoked': ({ text }, name) => `The API key ${quoted(text('name', name ?? ''))}was revoked`,
  'key rotated': ({ text }, name) =>
    `The API key ${quoted(text('name', name ?? ''))}was replaced by a new one`,
  'signed in': ({ from }) => `Signed in${from}`,
  'signed out': () => 'Signed out',
  'sign-in refused': ({ text, from }) =>
    `Signing in as ${text('email', 'somebody')} was refused${from}`,
  'session revoked': ({ count }) => `Signed out in ${counted(count('sessions'), 'other browser')}`,
  'two steps switched on': () => 'Signing in was given a second step',
  'two steps switched off': ({ text }) => {
    const whose = text('email', '')
    return `The second step of signing in was ${whose === '' ? 'switched off' : `taken from ${whose}`}`
  },
  'recovery codes made': () => 'New recovery codes were made',
  'recovery code used': () => 'Signed in with a recovery code',
  'code refused': ({ text, from }) =>
    `A wrong code of the second step was entered for ${text('email', 'somebody')}${from}`,
  'passkey added': ({ text }) => `The passkey ${quoted(text('name', ''))}was added`,
  'passkey removed': ({ text }) => `The passkey ${quoted(text('name', ''))}was removed`,
  'set-up link made': () => 'A set-up link was made',
  'network changed': ({ text }) =>
    text('access', '') === 'network'
      ? 'Daybook was opened to other computers'
      : 'Daybook was closed to other computers',
  'https changed': ({ text }) => `HTTPS on the network was switched ${text('to', 'on')}`,
  'credits granted': ({ count }) => `${counted(count('amount'), 'credit')} were granted`,
  'credits adjusted': ({ count }) => `The credits were adjusted by ${formatCount(count('amount'))}`,
  'rules changed': ({ count }) =>
    count('renormalised') === 0
      ? 'The rename rules were changed'
      : `The rename rules were changed; ${counted(count('renormalised'), 'waiting document')} follow them`,
  'scans acknowledged': ({ count, text }) =>
    `${counted(count('updated'), 'document')} delivered${to(text('source', ''))}`,
  'scans put back': ({ count, text }) =>
    `${text('filename', counted(count('scans'), 'document'))} put back: to be delivered again`,
  'import results taken': resultsOf,
  'acknowledged late': ({ text }) =>
    `${text('of', '') === 'order' ? 'An order' : 'A document'} was acknowledged late, after another program had taken it: it may be in your accounts twice`,
  'lease taken back': ({ text, count }) =>
    `${counted(count('count'), text('of', '') === 'order' ? 'order' : 'document')} taken back from the key ${quoted(text('key', ''))}which had leased them: they wait for every program again`,
  'import settled': (details) =>
    `${countedImports(details)} ${settledAs[details.text('as', '')] ?? 'settled'}`,
  'scan read': (details) =>
    `${details.text('filename', 'A document')} was read${checksOf(details)}`,
  'scan not read': ({ text }) =>
    `${text('filename', 'A document')} could not be read: ${text('reason', 'no reason is known')}`,
  'scan split': ({ text, count }) =>
    `${text('filename', 'A document')} was split into ${counted(count('documents'), 'document')}`,
  'scans joined': ({ text, count }) =>
    `${text('filename', 'A document')} was joined of ${counted(count('documents'), 'photo')}`,
  'scan corrected': (details) =>
    `${details.text('filename', 'A document')} was ${details.count('unchanged') === 0 ? 'corrected' : 'confirmed'} by hand${checksOf(details)}`,
  'answer taken back': ({ text }) =>
    `An answer about ${text('filename', 'a document')} was taken back: it is to be checked again`,
  'scan retried': ({ text }) => `${text('filename', 'A document')} is to be read again`,
  'password kept': ({ text }) =>
    `The password of files ${ofBank(text('bank', ''))}was kept: it is tried on what ${text('for', 'the same user')} sends`,
  'password forgotten': ({ text }) =>
    `The password of files ${ofBank(text('bank', ''))}was forgotten; it was tried on what ${text('for', 'one user')} sent`,
  'scan moved': ({ text }) =>
    `${text('filename', 'A document')} is ${aKind(text('to', ''))} now, not ${aKind(text('from', ''))}`,
  'scan removed': ({ text }) => `${text('filename', 'A document')} was removed before its 30 days`,
  'scans moved': ({ count, text }) =>
    `${counted(count('scans'), 'document')} moved: each is ${aKind(text('to', ''))} now`,
  'scans removed': ({ count }) =>
    `${counted(count('scans'), 'document')} removed before their 30 days`,
  'gstr-2b imported': ({ text, count }) =>
    `The GSTR-2B of ${text('period', 'a month')} was brought in: ${counted(count('bills'), 'bill')}, ${formatCount(count('added'))} of them new, ${formatCount(count('gone'))} gone`,
  'gstr-2b decided': ({ count }) => `Decided on ${counted(count('bills'), 'bill')} of the GSTR-2B`,
  'scan delivered separately': ({ text }) =>
    `${text('filename', 'A duplicate')} is no duplicate: to be delivered separately`,
  'proposals forgotten': ({ count }) =>
    `What was learnt of bills was forgotten: ${counted(count('sellers'), 'seller')}, ${counted(count('items'), 'item')}`,
  'alias learnt': ({ text }) =>
    `${quoted(text('alias', ''))}on a bill${ofSeller(text('seller', ''))} is ${quoted(text('name', ''))}from now on: learnt of a line that was corrected`,
  'habit forgotten': ({ text }) =>
    `One thing that was learnt of bills${ofSeller(text('seller', ''))} was forgotten`,
  'habits forgotten': ({ text }) =>
    `All that was learnt of bills${ofSeller(text('seller', ''))} was forgotten`,
  'papers settled': ({ text }) =>
    `${text('filename', 'A document')} is the same paper as ${text('kept', 'another one')}, which is delivered in its place`,
  'papers told apart': ({ text }) =>
    `${text('filename', 'A document')} and ${text('kept', 'another one')} are different papers`,
  'papers in question again': ({ text }) =>
    `Whether ${text('filename', 'a document')} and ${text('kept', 'another one')} are the same paper is open again`,
  'found in books': ({ text }) =>
    `${ofOurs(text('ours', ''))} is ${quoted(text('name', ''))}in the books`,
  'not in books': ({ text }) =>
    `${ofOurs(text('ours', ''))} is not ${quoted(text('name', ''))}in the books any more`,
  'books settings changed': () => 'How documents are entered into the books was changed',
  'ledger asked for': ({ text }) =>
    `The ledger ${quoted(text('name', ''))}is to be made in the books, under ${text('parent', 'its group')}`,
  'file confirmed': ({ text }) => `The file ${text('file', '')} was imported into the books`,
  'file to be written again': ({ text }) =>
    `The file ${text('file', '')} was not imported: it is to be written again`,
  'orders acknowledged': ({ count }) =>
    `${counted(count('orders'), 'order')} delivered (${counted(count('items'), 'line')})`,
  'orders put back': ({ count, text }) =>
    `${theOrder(text('orderNo', '')) ?? counted(count('orders'), 'order')} put back: to be delivered again`,
  'order placed': ({ text }) => `The order ${text('orderNo', '')} was placed by hand`,
  'order moved': ({ text }) =>
    `The order ${text('orderNo', '')} was ${text('from', '')} and is ${text('to', '')} now`,
  'orders moved': ({ count, text }) =>
    `${counted(count('orders'), 'order')} moved: each is ${text('to', '')} now`,
  'name renamed': (details) => `${named(details)} is called ${quoted(details.text('to', ''))}now`,
  'names merged': (details) =>
    `${named(details)} was merged into ${quoted(details.text('into', 'another one'))}`.trimEnd(),
  'name deleted': (details) => `${named(details)} was deleted`,
  'product added': ({ text }) => `The product ${quoted(text('name', ''))}was added`,
  'product changed': ({ text }) => `The product ${quoted(text('name', ''))}was changed`,
  'products changed': ({ count }) => `${counted(count('products'), 'product')} changed together`,
  'products imported': ({ count }) =>
    `Products imported: ${count('added')} added, ${count('changed')} changed`,
  'products sent': ({ count }) =>
    `Products sent: ${count('added')} added, ${count('changed')} changed`,
  'stock sent': ({ count }) =>
    `Stock or prices sent: ${counted(count('changed'), 'product or variant', 'products and variants')} changed`,
  'products deleted': ({ count }) => `${counted(count('products'), 'product')} deleted`,
  'category added': ({ text }) => `The category ${quoted(text('name', ''))}was added`,
  'category changed': ({ text }) => `The category ${quoted(text('name', ''))}was changed`,
  'category moved': ({ text }) => `The category ${quoted(text('name', ''))}has another place`,
  'category deleted': ({ text, count }) =>
    `The category ${text('name', '')} was deleted; ${counted(count('products'), 'product')} moved to Uncategorised`,
  'offer added': ({ text }) => `The offer ${quoted(text('title', ''))}was added`,
  'offer changed': ({ text }) => `The offer ${quoted(text('title', ''))}was changed`,
  'offer moved': ({ text }) => `The offer ${quoted(text('title', ''))}has another place`,
  'offer deleted': ({ text }) => `The offer ${text('title', '')} was deleted`,
  'documents brought in': broughtIn,
  'names brought in': broughtIn,
  'categories brought in': broughtIn,
  'offers brought in': broughtIn,
  'products brought in': broughtIn,
  'orders brought in': broughtIn,
  cleanup: ({ count }) =>
    `Cleaned up after 30 days: ${counted(count('scans'), 'document')} and ${counted(count('documents'), 'file')} deleted`,
  'clock confirmed': () => 'The clock was confirmed to be right',
  'credit note made': ({ text }) =>
    `The credit note ${quoted(text('number', ''))}of order ${text('orderNo', '')} was made`,
  'goods returned': ({ text, count }) =>
    `${counted(count('units'), 'unit')} of order ${text('orderNo', '')} came back`,
  'invoice made': ({ text }) =>
    `The invoice ${quoted(text('number', ''))}of order ${text('orderNo', '')} was made`,
  'invoice settings changed': () => 'What invoices say of the shop was changed',
  'customers forgotten': ({ count }) => `${counted(count('customers'), 'customer')} forgotten`,
  'backup made': () => 'A backup was made',
  'data restored': ({ text }) =>
    `The data were put back from ${text('madeAt', '') === '' ? 'a backup' : `the backup of ${formatTime(text('madeAt', ''))}`}`,
  'backup deleted': ({ text }) => `The backup ${text('name', '')} was deleted`,
  'archive changed': ({ text }) => going('archived in', text('folder', ''), 'Documents'),
  'second place changed': ({ text }) => going('copied to', text('place', ''), 'Backups'),
}

/** The new target of copies. `place` is '' for none. */
function going(how: string, place: string, what: string): string {
  return place === ''
    ? `${what} are not ${how} another place any more`
    : `${what} are ${how} ${place}`
}

/** "Documents for the books: 12 imported, 1 parked" */
function resultsOf({ count, text }: Details): string {
  const outcomes = ['imported', 'parked', 'failed', 'dropped']
  const some = outcomes.filter((outcome) => count(outcome) > 0)
  const parts = some.map((outcome) => `${formatCount(count(outcome))} ${outcome}`)
  return `${text('of', '') === 'order' ? 'Orders' : 'Documents'} for the books: ${parts.join(', ')}`
}

const settledAs: Record<string, string> = {
  again: 'to be tried again for the books',
  by_hand: 'entered in the books by hand',
  dropped: 'left out of the books',
}

function countedImports({ count, text }: Details): string {
  const which = text('filename', '') || text('orderNo', '')
  return which === ''
    ? counted(count('subjects'), text('of', '') === 'order' ? 'order' : 'document')
    : which
}

/** The values that the checks held, and the confirmed findings. */
function checksOf({ count, texts }: Details): string {
  const held = count('held') === 0 ? '' : `; ${counted(count('held'), 'value')} to check`
  return [held, ...texts('confirmed').map((message) => `; confirmed: ${message}`)].join('')
}

/** Imports by command: "Vendors brought in from vendors.csv: 2 added, 1 changed". */
function broughtIn({ count, text }: Details): string {
  const what = { scans: 'documents', 'product-names': 'product names' }[text('kind', '')]
  const file = text('file', '')
  const counts = `${formatCount(count('added'))} added, ${formatCount(count('changed'))} changed`
  return `${capitalised(what ?? text('kind', 'entries'))} brought in${file === '' ? '' : ` from ${file}`}: ${counts}`
}

/** The vendor “Acme” */
function named({ text }: Details): string {
  const list = text('kind', '') === 'product' ? 'product name' : 'vendor'
  return `The ${list} ${quoted(text('name', ''))}`.trimEnd()
}

function theOrder(orderNo: string): string | undefined {
  return orderNo === '' ? undefined : `The order ${orderNo}`
}

/** The name on the paper. A seller's name stands after its GSTIN. */
function ofOurs(ours: string): string {
  const name = ours.slice(ours.indexOf('|') + 1)
  return name === '' ? 'The godown' : `“${name}”`
}

function quoted(name: string): string {
  return name === '' ? '' : `“${name}” `
}

function aKind(category: string): string {
  const kind = categoryOf(category)
  return kind === null ? 'another kind of paper' : `a ${categoryNames[kind].toLowerCase()}`
}

/** Entries from before duties existed are about clerks. */
function rolesNamed({ text }: Details): string {
  return text('role', '') === 'owner' ? 'owner' : text('duties', 'clerk')
}

/** The name that the acknowledging program gives itself. */
function to(source: string): string {
  return source === '' ? '' : ` to ${source}`
}

const settingNames: Record<string, string> = {
  'scan-export.duplicates': 'what counts as a duplicate',
  'scan-export.reading': 'how documents are read',
  'scan-export.folders': 'the watched folders',
  offsite: 'the second place for backups',
  'images.published': 'the place for product images',
  'network.access': 'who may reach Daybook',
  'daily.hour': 'the hour of the nightly work',
  'disk.share': 'the room that a key or a user may take',
}

function settingNamed(setting: string): string {
  const name = settingNames[setting]
  return name === undefined ? '' : `: ${name}`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function ofSeller(name: string): string {
  return name === '' ? '' : ` of ${name}`
}

function ofBank(bank: string): string {
  return bank === '' ? '' : `of ${bank} `
}

type Details = ReturnType<typeof readerOf>

/** Reads an entry's details. They may come from another version of Daybook, so every value is checked. */
function readerOf(details: Readonly<Record<string, unknown>>) {
  const text = (field: string, otherwise: string) => {
    const value = details[field]
    return typeof value === 'string' && value !== '' ? value : otherwise
  }
  const address = text('address', '')
  return {
    text,
    count(field: string) {
      const value = details[field]
      return typeof value === 'number' ? value : 0
    },
    texts(field: string) {
      const value = details[field]
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
    },
    from: address === '' ? '' : ` from ${address}`,
  }
}
