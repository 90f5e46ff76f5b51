import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Canonical names: vendors and products. `folded` is the form that names are compared by. */
export const names = sqliteTable(
  'names',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['vendor', 'product'] }).notNull(),
    name: text('name').notNull(),
    folded: text('folded').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [uniqueIndex('names_folded').on(table.kind, table.folded)],
)

export const aliases = sqliteTable(
  'aliases',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['vendor', 'product'] }).notNull(),
    nameId: text('name_id')
      .notNull()
      .references(() => names.id, { onDelete: 'cascade' }),
    alias: text('alias').notNull(),
    folded: text('folded').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('aliases_folded').on(table.kind, table.folded),
    index('aliases_name').on(table.nameId),
  ],
)

/** Increased in the transaction of every change of a list, so that every process knows when its cache is old. */
export const nameListVersions = sqliteTable('name_list_versions', {
  kind: text('kind', { enum: ['vendor', 'product'] }).primaryKey(),
  version: integer('version').notNull(),
})
