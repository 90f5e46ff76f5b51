import { asc, desc, eq, lt, sql } from 'drizzle-orm'
import { query, type Params } from '../../../platform/db/connection.ts'
import { insertInto, updateIn } from '../../../platform/db/statements.ts'
import { lastDigits, orders } from '../tables.ts'
import { customers } from './tables.ts'

export type Customer = typeof customers.$inferSelect

export const insertCustomer = insertInto(customers)

export const updateCustomer = updateIn(customers, 'phone', [
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

export const findCustomerByPhone = query((conn, { phone }: Params<{ phone: string }>) =>
  conn.select().from(customers).where(eq(customers.phone, phone)),
)

type Search = { digits: string | null; name: string | null }

/** `digits` is a part of the phone number, `name` a folded part of the name. Null means no condition. */
const isFound = ({ digits, name }: Params<Search>) => sql`((${digits} IS NULL AND ${name} IS NULL)
  OR instr(${customers.phone}, ${digits}) OR instr(${customers.foldedName}, ${name}))`

export const listCustomersPage = query(
  (conn, p: Params<Search & { limit: number; offset: number }>) =>
    conn
      .select()
      .from(customers)
      .where(isFound(p))
      .orderBy(desc(customers.lastOrderAt), desc(customers.id))
      .limit(p.limit)
      .offset(p.offset),
)

export const countCustomers = query((conn, p: Params<Search>) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(customers)
    .where(isFound(p)),
)

export const findCustomer = query((conn, { id }: Params<{ id: string }>) =>
  conn.select().from(customers).where(eq(customers.id, id)),
)

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

export const deleteCustomer = query((conn, { id }: Params<{ id: string }>) =>
  conn.delete(customers).where(eq(customers.id, id)),
)

/** The customers whose last order is before a time, the oldest first. */
export const listCustomersBefore = query(
  (conn, { before, limit }: Params<{ before: number; limit: number }>) =>
    conn
      .select({ id: customers.id })
      .from(customers)
      .where(lt(customers.lastOrderAt, before))
      .orderBy(asc(customers.lastOrderAt))
      .limit(limit),
)

export const newestCustomer = query((conn) =>
  conn.select({ at: sql<number | null>`max(${customers.lastOrderAt})` }).from(customers),
)
