import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Customers who agreed to be remembered, by the digits of their phone number (see rules.ts). `agreedAt` is their
 * latest agreement, `lastOrderAt` their latest order. They are forgotten years after it.
 */
export const customers = sqliteTable(
  'customers',
  {
    id: text('id').primaryKey(),
    phone: text('phone').notNull().unique(),
    name: text('name').notNull(),
    foldedName: text('folded_name').notNull(),
    gstin: text('gstin').notNull(),
    address: text('address').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
    pincode: text('pincode').notNull(),
    agreedAt: integer('agreed_at').notNull(),
    lastOrderAt: integer('last_order_at').notNull(),
  },
  (table) => [index('customers_last_order').on(table.lastOrderAt)],
)
