import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { checkDatabase } from '../../../src/platform/backup/database-facts.ts'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import { columnForms, strangeness } from '../../../src/platform/backup/foreign-database.ts'
import { readManifest } from '../../../src/platform/backup/archive.ts'
import { restoreBackup } from '../../../src/platform/backup/restore-backup.ts'
import { verifyBackup } from '../../../src/platform/backup/unpack-backup.ts'
import { emptyDatabase, newestSchema } from '../../../src/platform/db/migrate.ts'
import { embeddedDir } from '../../../src/platform/embedded.ts'
import { refusalOf } from '../../support/temporary-database.ts'
import { changeDatabase, factsIn, filledShop, now, partsOf } from './filled-shop.ts'
import { fillTables, textColumns } from './filled-tables.ts'
import { untilEnd } from '../../support/until-end.ts'

/** So much of an object's SQL, in characters, tells it from all others. */
const begunCharacters = 60

const digits = 'ab'.repeat(32)

/** What would lead out of the data directory, run, or split a header. */
const hostile = [
  '../../../secret.txt',
  `${digits}/../../../secret.txt`,
  '/etc/passwd',
  'C:\\secret.txt',
  `${digits}\n`,
  'javascript:alert(1)',
  'file:///etc/passwd',
  'text/html\r\nset-cookie: a=b',
]

/** Blobs are no texts, also with the right letters. */
const typed = [`x'2e2e2f'`, `x'${Buffer.from(digits).toString('hex')}'`]

const shop = untilEnd(await filledShop())
{
  using live = new Database(shop.dir.database)
  fillTables(live)
}
const { file } = await createBackup({ dir: shop.dir, organisation: 'A', madeBy: 'command', now })
const parts = await partsOf(file)
const bytesOf = (entry: string) =>
  parts.find(({ name }) => name === entry)?.bytes ?? new Uint8Array()
const manifest = readManifest(Buffer.from(bytesOf('manifest.json')).toString())
const database = join(shop.dir.root, 'of-the-backup.db')
writeFileSync(database, bytesOf('daybook.db'))

/** What is said of the database of the backup after a change, with a manifest that fits it. */
function verdict(
  change: (changed: Database) => void,
  rewrite: (bytes: string) => string = (bytes) => bytes,
): string {
  const copy = join(shop.dir.root, 'changed.db')
  copyFileSync(database, copy)
  const changed = new Database(copy)
  changed.run('PRAGMA journal_mode = DELETE')
  change(changed)
  const facts = factsIn(changed, manifest)
  changed.close(true)
  writeFileSync(copy, rewrite(readFileSync(copy, 'latin1')), 'latin1')
  try {
    checkDatabase(copy, { ...manifest, ...facts })
    return 'whole'
  } catch (error) {
    return error instanceof Error ? error.message : 'not an error'
  }
}

describe('the texts of a book from elsewhere', () => {
  const columns = textColumns().map(({ table, column }) => `${table}.${column}`)

  test('that become a path, an address or a header are all in the book', () => {
    expect(Object.keys(columnForms).filter((column) => !columns.includes(column))).toEqual([])
  })

  test.each(Object.keys(columnForms))('are refused as %s when they lead elsewhere', (column) => {
    const [table, name] = column.split('.')
    for (const value of [...hostile.map((text) => `'${text}'`), ...typed]) {
      const said = verdict((changed) => {
        changed.run(
          `UPDATE ${table} SET ${name} = ${value} WHERE rowid = (SELECT min(rowid) FROM ${table})`,
        )
      })
      expect(`${value}: ${said}`).toContain(`${column}, which is not`)
    }
  })

  test.each(Object.keys(columnForms))('are found as %s in a whole archive too', async (column) => {
    const [table, name] = column.split('.')
    const changed = join(shop.dir.root, 'changed.tar')
    copyFileSync(file, changed)
    await changeDatabase(changed, (inside) => {
      inside.run(`UPDATE ${table} SET ${name} = '../../../secret.txt'`)
    })
    const refusal = await refusalOf(() => verifyBackup(shop.dir, changed))
    expect(refusal.message).toContain(`"../../../secret.txt" as ${column}, which is not`)
  })

  test('are only shown in all other columns, each of which somebody has looked at', () => {
    expect(columns.filter((column) => columnForms[column] === undefined)).toEqual(onlyShown)
  })
})

describe('the schema of a book from elsewhere', () => {
  const newest = newestSchema('book')
  const own = emptyDatabase(newest) ?? new Database()
  const whole = own.serialize().toString('latin1')
  const objects = own
    .query<{ type: string; name: string; sql: string }, []>(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'",
    )
    .all()

  test.each([
    ['a trigger', 'CREATE TRIGGER evil AFTER INSERT ON scans BEGIN DELETE FROM scans; END'],
    ['a view', 'CREATE VIEW evil AS SELECT 1'],
    ['a table', 'CREATE TABLE evil (a)'],
    ['an index', 'CREATE INDEX evil ON scans (status)'],
  ])('with %s more is refused, and the object is named', (kind, sql) => {
    const named = `its book has the ${kind.replace(/^an? /, '')} "evil", which Daybook does not make`
    expect(verdict((changed) => void changed.run(sql))).toContain(named)
  })

  test.each([
    ['a trigger', 'CREATE TRIGGER SQLITE_evil AFTER INSERT ON scans BEGIN DELETE FROM scans; END'],
    ['a table', 'CREATE TABLE SQLITE_stat1 (a)'],
    ['a second table', 'CREATE TABLE nameZ (a)'],
  ])('with %s that takes a name which is not free is refused', (_, sql) => {
    const said = verdict(
      (changed) => void changed.run(sql.replace('SQLITE', 'SQL1TE')),
      (bytes) => bytes.replaceAll('SQL1TE', 'sqlite').replaceAll('nameZ', 'names'),
    )
    expect(said).toStartWith('This is not a whole Daybook backup: its book ')
  })

  test.each(objects)('without $type $name, or with another, is refused', ({ type, name, sql }) => {
    const begin = sql.slice(0, begunCharacters)
    using another = Database.deserialize(
      Buffer.from(whole.replaceAll(begin, begin.replace('CREATE', 'create')), 'latin1'),
    )
    expect(strangeness(another, newest)).toBe(`has another ${type} "${name}" than Daybook makes`)
    using without = Database.deserialize(Buffer.from(whole, 'latin1'))
    without.run(`DROP ${type} "${name}"`)
    expect(strangeness(without, newest)).toBeDefined()
  })

  test('with what SQLite counts for its planner is whole', () => {
    expect(verdict((changed) => void changed.run('ANALYZE'))).toBe('whole')
    expect(verdict(() => undefined)).toBe('whole')
  })

  test('of a book that Drizzle’s migrator made, as in the first version, is Daybook’s own', () => {
    using client = new Database()
    migrate(drizzle({ client }), { migrationsFolder: join(embeddedDir('drizzle'), 'book') })
    expect(strangeness(client, newestSchema('book'))).toBeUndefined()
  })

  test('of each version of Daybook is its own, and of no other number', () => {
    using live = new Database(shop.dir.database)
    const numbers = live
      .query<{ at: number }, []>('SELECT created_at AS at FROM __drizzle_migrations')
      .all()
    expect(numbers.length).toBeGreaterThan(1)
    for (const { at } of numbers) {
      using older = emptyDatabase(at) ?? new Database()
      expect(strangeness(older, at)).toBeUndefined()
      expect(strangeness(older, at + 1)).toBe('has a schema that no Daybook makes')
    }
    live.close(true)
  })
})

test('a changed book is refused through the whole of verify and restore, and its backup is not made', async () => {
  using other = await filledShop('Bharat Traders')
  const made = await createBackup({ dir: other.dir, organisation: 'B', madeBy: 'command', now })
  const sql = 'CREATE TRIGGER evil AFTER INSERT ON names BEGIN DELETE FROM names; END'
  await changeDatabase(made.file, (changed) => void changed.run(sql))
  for (const work of [
    () => verifyBackup(other.dir, made.file),
    () => restoreBackup({ dir: other.dir, file: made.file, now }),
  ]) {
    expect((await refusalOf(work)).message).toContain('has the trigger "evil", which Daybook does')
  }
  using live = new Database(other.dir.database)
  live.run(sql)
  live.close(true)
  const input = { dir: other.dir, organisation: 'B', madeBy: 'command', now } as const
  const refusal = await refusalOf(() => createBackup(input))
  expect(refusal.message).toContain('The book has the trigger "evil", which Daybook does not make')
})

/** Texts that no path, address or header is made of. A new column comes here, or among those with a form. */
const onlyShown = Object.entries({
  aliases: 'id kind name_id alias folded',
  api_keys: 'id user_id service scopes name prefix hash created_by',
  archived_scans: 'scan_id archive_id facts',
  book_companies: 'system guid number books_from name',
  book_mappings: 'kind match ours master_id name reason confirmed_by',
  book_master_terms: 'kind term master_id',
  book_masters: 'kind id name folded gstin hsn details run',
  bridge_decisions: 'id kind subject detail made_by message program',
  bridge_reports: 'key_id system company health sentence version machine files',
  categories: 'id slug name folded_name',
  change_marks: 'id',
  changes: 'kind id user_id',
  credit_entries: 'id kind user_id scan_id note',
  credit_note_lines: 'item_id',
  credit_notes: 'id number reason',
  customers: 'id phone name folded_name gstin address city state pincode',
  different_papers: 'scan_id other_id user_id',
  dismissed_offers: 'kind match user_id',
  document_heads: 'scan_id state seller number day called',
  documents: 'id user_id filename',
  files: 'key_id member_id',
  gstr2b_decisions: 'subject bill_id not_bills mark note decided_by',
  gstr2b_months: 'period gstin generated_on imported_by rows',
  history: 'id action user_id key_id details',
  idempotency_keys: 'key_id idempotency_key request_hash response',
  import_results:
    'kind subject_id program revision outcome code field message system company voucher_id voucher_no closed_by closed_as',
  invoices: 'number kind seller place_of_supply',
  kept_bills: 'scan_id kind number day gstin seller pos',
  kept_passwords: 'id user_id sealed bank kept_by',
  learnt_aliases: 'alias_id seller_id',
  learnt_bills: 'scan_id',
  learnt_items: 'folded_name name hsn unit day',
  learnt_sellers: 'folded_name gstin name state place_of_supply terms day',
  leased: 'kind subject_id',
  leases: 'id kind key_id',
  links: 'id user_id token_hash code_hash',
  name_list_versions: 'kind',
  names: 'id kind name folded',
  offers: 'id slug title folded_title subtitle badge_text rule_kind rule_value applies_to targets',
  order_items:
    'id product_id variant_id sku product_name variant_label hsn synced_key_id offer_id offer_title',
  orders:
    'id order_no customer_name customer_phone customer_gstin shipping_address shipping_city shipping_state shipping_pincode status placed_key_id',
  organisations: 'name gstin',
  passkeys: 'id user_id host name public_key transports',
  product_images: 'alt',
  products:
    'id sku slug name folded_name description folded_description details category_id hsn barcode size_chart vendor_id approval_status',
  reading_jobs: 'scan_id',
  reading_phrases: 'scan_id phrases',
  readings: 'scan_id reader explained pages others',
  recovery_codes: 'hash user_id',
  rename_rule_state: 'change_id',
  rename_rules: 'id type category key folded_key from folded_from to',
  saved_views: 'id user_id list name folded_name search columns',
  scans:
    'id user_id document_id category filename status failure_reason raw correction synced_source synced_key_id synced_data duplicate_of synced_no confirmed same_as settled_by',
  seller_habits: 'id seller name learnt',
  sessions: 'id hash user_id address user_agent',
  settings: 'name',
  trusted_devices: 'hash user_id',
  two_factors: 'user_id sealed_secret',
  users: 'id email name role password_hash',
  variants: 'id sku size color color_hex',
  waiting_counts: 'user_id category',
  waiting_scans: 'scan_id user_id category filename invoice_no number seller_number data',
}).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`))
