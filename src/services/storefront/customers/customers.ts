import { Type } from '@sinclair/typebox'
import { type Conn, type Params, query } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Values } from '../../../platform/record/read.ts'
import { declareSetting, readSetting } from '../../../platform/settings.ts'
import type { Sweep } from '../../../platform/upkeep/retention.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import type { customerFields } from '../orders/record.ts'
import { fold } from '../texts.ts'
import { forgottenBefore, phoneDigits, searchDigitsMin } from './rules.ts'
import { asc, desc, lt, sql } from 'drizzle-orm'
import { insertInto, updateIn, findIn, deleteIn } from '../../../platform/db/statements.ts'
import { customers, lastDigits, orders } from '../tables.ts'

/** The most customers proposed while a person types a phone number or name. */
const proposedMax = 5

/** A search by name needs this many letters. */
const searchLettersMin = 2

/** The number of customers that one transaction forgets. */
const forgottenAtOnce = 500

/** Whether customers who agree are remembered and proposed for their next order. */
export const rememberSetting = declareSetting({
  name: 'customers.remember',
  schema: Type.Boolean(),
  default: true,
})

type OrderHead = Values<typeof customerFields>

/** Remembers a customer who ordered and agreed, in the order's own transaction. A customer without a phone number is not remembered. */
export function rememberCustomer(conn: Conn, head: OrderHead, now: number): void {
  const phone = phoneDigits(head.customerPhone)
  if (phone === undefined || !readSetting(conn, rememberSetting)) return
  const said = {
    phone,
    name: head.customerName,
    foldedName: fold(head.customerName),
    gstin: head.customerGstin,
    address: head.shippingAddress,
    city: head.shippingCity,
    state: head.shippingState,
    pincode: head.shippingPincode,
    agreedAt: now,
    lastOrderAt: now,
  }
  const known = findCustomerByPhone(conn).get({ phone })
  if (known === undefined) insertCustomer(conn).run({ ...said, id: newId(now) })
  else updateCustomer(conn).run(withWhatWasLeftOut(said, known))
}

/**
 * There is one customer for each phone number. The latest values count, and values that an order leaves out stay. An
 * address is replaced as a whole and never mixed.
 */
function withWhatWasLeftOut<Said extends Omit<Customer, 'id'>>(said: Said, known: Customer): Said {
  const saysWhere = [said.address, said.city, said.state, said.pincode].some((text) => text !== '')
  const { name, foldedName } = said.name === '' ? known : said
  const { address, city, state, pincode } = saysWhere ? said : known
  const gstin = said.gstin === '' ? known.gstin : said.gstin
  return { ...said, name, foldedName, gstin, address, city, state, pincode }
}

/** Customers whose phone number or name contains a text, the latest to order first. None while the setting is off. */
export function proposeCustomers(conn: Conn, text: string): Customer[] {
  const search = searchOf(text)
  const isLong =
    (search.digits?.length ?? 0) >= searchDigitsMin ||
    (search.name?.length ?? 0) >= searchLettersMin
  if (!isLong || !readSetting(conn, rememberSetting)) return []
  return listCustomersPage(conn).all({ ...search, limit: proposedMax, offset: 0 })
}

/** The remembered customers with `search` in their phone number or name, and their number. */
export function listCustomers(
  conn: Conn,
  search: string,
  part: { limit: number; offset: number },
): { customers: Customer[]; total: number } {
  const wanted = searchOf(search)
  return {
    customers: listCustomersPage(conn).all({ ...wanted, ...part }),
    total: countCustomers(conn).get(wanted)?.n ?? 0,
  }
}

/** Digits are searched in phone numbers, other texts in names. */
function searchOf(text: string): { digits: string | null; name: string | null } {
  const name = fold(text)
  if (name === '') return { digits: null, name: null }
  if (/[^\d\s()+.-]/.test(name)) return { digits: null, name }
  // Indian numbers are stored without the country code.
  const digits = name.replace(/^(?:\+91|0)/, '').replaceAll(/\D/g, '')
  return { digits: digits === '' ? null : digits, name: null }
}

/** Everything stored about a customer, and the orders with the phone number. Throws AppError `not_found`. */
export function exportCustomer(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  id: string,
) {
  const { foldedName: _, ...customer } = requireCustomer(read, id)
  const placed = listOrdersOfPhone(read).all({ phone: customer.phone })
  const isOwn = ({ customerPhone }: { customerPhone: string }) =>
    phoneDigits(customerPhone) === customer.phone
  return { customer, orders: placed.filter(isOwn) }
}

/** Forgets a customer. Orders keep the customer's details because the law requires it. `by` is the user. Throws AppError `not_found`. */
export async function forgetCustomer(
  { database, clock }: Pick<StorefrontDeps, 'database' | 'clock'>,
  id: string,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    requireCustomer(conn, id)
    deleteCustomer(conn).run({ id })
    recordForgotten(conn, clock.now(), 1, by)
  })
}

/** Forgets all customers, a few at a time. Returns how many. */
export async function forgetAllCustomers(
  { database, clock }: Pick<StorefrontDeps, 'database' | 'clock'>,
  by: string,
): Promise<{ forgotten: number }> {
  let forgotten = 0
  for (;;) {
    const some = await database.write((conn) => forgetBefore(conn, Number.MAX_SAFE_INTEGER))
    if (some === 0) break
    forgotten += some
  }
  if (forgotten > 0) {
    await database.write((conn) => recordForgotten(conn, clock.now(), forgotten, by))
  }
  return { forgotten }
}

/** Forgets customers years after their last order. */
export const customerSweep: Sweep = {
  name: 'customers',
  newestRecord: (conn) => newestCustomer(conn).get()?.at ?? 0,
  forecast: () => nothingOfDocuments,
  sweepBatch(conn, now) {
    const forgotten = forgetBefore(conn, forgottenBefore(now))
    if (forgotten > 0) recordForgotten(conn, now, forgotten)
    return { ...nothingOfDocuments, done: forgotten < forgottenAtOnce }
  },
}

/** A cleanup counts deleted documents, and this one deletes none. */
const nothingOfDocuments = { scans: 0, documents: 0, bytes: 0 }

function forgetBefore(conn: Conn, before: number): number {
  const old = listCustomersBefore(conn).all({ before, limit: forgottenAtOnce })
  for (const { id } of old) deleteCustomer(conn).run({ id })
  return old.length
}

function recordForgotten(conn: Conn, now: number, forgotten: number, userId?: string): void {
  const by = userId === undefined ? {} : { userId }
  const details = { customers: forgotten }
  recordHistory(conn, now, { action: 'customers forgotten', ...by, details })
}

function requireCustomer(conn: Conn, id: string): Customer {
  const customer = findCustomer(conn).get({ id })
  if (customer !== undefined) return customer
  throw new AppError('not_found', 'This customer is not remembered any more.')
}

type Customer = typeof customers.$inferSelect

const insertCustomer = insertInto(customers)

const updateCustomer = updateIn(customers, 'phone', [
  'name',
  'foldedName',
  'gstin',
  'address',
  'city',
  'state',
  'pincode',
  'agreedAt',
  'lastOrderAt',
])

const findCustomerByPhone = findIn(customers, 'phone')

type Search = { digits: string | null; name: string | null }

/** `digits` is a part of the phone number, `name` a folded part of the name. Null means no condition. */
const isFound = ({ digits, name }: Params<Search>) => sql`((${digits} IS NULL AND ${name} IS NULL)
  OR instr(${customers.phone}, ${digits}) OR instr(${customers.foldedName}, ${name}))`

const listCustomersPage = query((conn, p: Params<Search & { limit: number; offset: number }>) =>
  conn
    .select()
    .from(customers)
    .where(isFound(p))
    .orderBy(desc(customers.lastOrderAt), desc(customers.id))
    .limit(p.limit)
    .offset(p.offset),
)

const countCustomers = query((conn, p: Params<Search>) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(customers)
    .where(isFound(p)),
)

const findCustomer = findIn(customers, 'id')

/** Orders whose phone number ends with the same digits, newest first. The number may have more digits before them. */
export const listOrdersOfPhone = query((conn, { phone }: Params<{ phone: string }>) =>
  conn
    .select({
      orderNo: orders.orderNo,
      customerPhone: orders.customerPhone,
      status: orders.status,
      total: orders.total,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(sql`customer_phone <> '' AND ${lastDigits} = substr(${phone}, -10)`)
    .orderBy(desc(orders.createdAt)),
)

const deleteCustomer = deleteIn(customers, 'id')

/** The customers whose last order is before a time, the oldest first. */
const listCustomersBefore = query(
  (conn, { before, limit }: Params<{ before: number; limit: number }>) =>
    conn
      .select({ id: customers.id })
      .from(customers)
      .where(lt(customers.lastOrderAt, before))
      .orderBy(asc(customers.lastOrderAt))
      .limit(limit),
)

const newestCustomer = query((conn) =>
  conn.select({ at: sql<number | null>`max(${customers.lastOrderAt})` }).from(customers),
)
