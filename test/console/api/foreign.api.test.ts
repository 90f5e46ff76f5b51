import { describe, expect, test } from 'bun:test'
import { insertPasskey } from '../../../src/accounts/passkeys/passkeys.ts'
import { saveView } from '../../../src/accounts/saved-views.ts'
import { apiKeys, passkeys, savedViews, sessions } from '../../../src/accounts/tables.ts'
import { changeRole } from '../../../src/accounts/users/users.ts'
import { bookMappings, bridgeDecisions, importResults } from '../../../src/books/tables.ts'
import { scans } from '../../../src/services/scan-export/tables.ts'
import { addMember, api } from '../../support/member.ts'
import { untilEnd } from '../../support/until-end.ts'
import { type BooksShop, openBooksShop } from './books-shop.ts'
import { type ConsoleAnswer, newMember, signedIn } from './browser.ts'
import {
  type Endpoint,
  endpoints,
  foreignNumber,
  foreignSeller,
  foreignThings,
} from './endpoints.ts'

/** What another user has, by its name in endpoints.ts. */
type Things = Record<(typeof foreignThings)[number], string>

const books = untilEnd(await openBooksShop())
const things: Things = await thingsOfAnother(books)
/** Of a member who is clerk and counter. */
const { browser, member } = await newMember(books.shop)
const standing = { userId: member.id, role: 'member', by: books.shop.users.owner } as const
await books.shop.database.write((conn) =>
  changeRole(conn, { ...standing, duties: ['clerk', 'counter'] }, Date.now()),
)

function thatDo(does: string) {
  return endpoints
    .filter(({ foreign }) => foreign?.does === does)
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
}

describe('what is not a member’s own', () => {
  test.each(thatDo('refuses'))('is refused by %s', async (_, endpoint) => {
    const before = stored()
    const { status, text } = await ask(endpoint)
    expect([403, 404]).toContain(status)
    expect(text).not.toContain(foreignNumber)
    expect(stored()).toEqual(before)
  })

  test.each(thatDo('leaves'))('is left as it is by %s', async (_, endpoint) => {
    const before = stored()
    expect((await ask(endpoint)).status).toBe(200)
    expect(stored()).toEqual(before)
  })

  test.each(thatDo('hides'))('is in no answer of %s', async (_, endpoint) => {
    const { status, text } = await ask(endpoint)
    expect(status).toBe(200)
    for (const said of [foreignSeller, foreignNumber, ...Object.values(things)]) {
      expect(text).not.toContain(said)
    }
  })

  test('is there for an owner: what hides it from a member hides nothing that is not there', async () => {
    const { owner } = books
    expect((await owner.get('/documents')).text).toContain(foreignSeller)
    expect((await owner.get(`/search?search=${foreignNumber}`)).text).toContain(foreignNumber)
    expect((await owner.get('/books/causes')).text).toContain(foreignSeller)
    expect((await owner.get('/keys')).text).toContain(things.KEY)
    expect((await owner.get('/today')).text).toContain(things.TWIN)
    expect((await owner.get(`/documents/${things.DOCUMENT}`)).status).toBe(200)
  })
})

function ask({ method, path, body, foreign }: Endpoint): Promise<ConsoleAnswer> {
  const at = foreign?.does === 'refuses' ? (foreign.at ?? '') : ''
  const asked = named(at.startsWith('/') ? at : path.replace('ID', at))
  if (method === 'GET') return browser.get(asked)
  const sent: unknown = body === undefined ? undefined : JSON.parse(named(JSON.stringify(body)))
  return browser.post(asked, sent)
}

function named(text: string): string {
  return foreignThings.reduce((left, thing) => left.replaceAll(thing, things[thing]), text)
}

/** All that the endpoints could have changed; when sessions were used is no change. */
function stored() {
  const { read } = books.shop.database
  const seen = { lastSeenAt: 0, expiresAt: 0 }
  return [
    ...[scans, apiKeys, savedViews, passkeys, bookMappings, bridgeDecisions, importResults].map(
      (table) => read.select().from(table).all(),
    ),
    read
      .select()
      .from(sessions)
      .all()
      .map((session) => ({ ...session, ...seen })),
  ]
}

async function thingsOfAnother({ shop, key, send }: BooksShop): Promise<Things> {
  const other = await addMember(shop)
  await send('ledger', [
    { id: 'marked', name: foreignSeller, alter_id: 9, parent: 'Sundry Creditors' },
  ])
  const bill = { metadata: { vendor_name: foreignSeller, invoice_no: foreignNumber, total: '118' } }
  const [document, twin] = [
    await other.addScan({ ...bill, bytes: 'a bill', createdAt: Date.now() }),
    await other.addScan({ ...bill, bytes: 'the same bill', createdAt: Date.now() + 1 }),
  ]
  const missing = { code: 'ledger_missing', field: `party:|${foreignSeller}` }
  const results = [{ id: document, outcome: 'parked', ...missing }]
  await shop.call('POST', `${api}/import-results`, { key, body: { results } })
  const view = { userId: other.id, list: '', name: 'Theirs', search: '{}', columns: null }
  const { sessionId } = await signedIn(shop, other.id)
  const passkey = crypto.randomUUID()
  return {
    DOCUMENT: document,
    TWIN: twin,
    KEY: other.keyId,
    VIEW: await shop.database.write((conn) => saveView(conn, view, Date.now())),
    SESSION: sessionId,
    PASSKEY: await shop.database.write((conn) => {
      insertPasskey(conn).run({
        id: passkey,
        userId: other.id,
        host: 'localhost',
        name: 'Phone',
        publicKey: 'AAAA',
        counter: 0,
        transports: '[]',
        createdAt: Date.now(),
        usedAt: null,
      })
      return passkey
    }),
  }
}
