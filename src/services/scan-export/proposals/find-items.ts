import { sql } from 'drizzle-orm'
import { aliases, names } from '../../../names/tables.ts'
import { goodsKnown } from '../../../books/mapping/propose.ts'
import { type Conn, query, snapshot, type Params } from '../../../platform/db/connection.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanExportDeps } from '../deps.ts'
import { learntItems } from './tables.ts'
import { learntSellerSeqs } from './find-sellers.ts'

/** Items that one search proposes. */
export const itemsProposedMax = 8

/** A seller's items without a search. The console fetches all of them once. */
const sellersItemsMax = 100

/** Words of a search that count. */
const wordsMax = 6

/** A product that the shop bought. Unknown values are null. The rate may have fractions of a paisa. `rateDay` is yyyy-mm-dd. */
export type ProposedItem = {
  name: string
  hsn: string | null
  unit: string | null
  gstPct: number | null
  ratePaise: number | null
  rateDay: string | null
  from: 'seller' | 'product names' | 'catalogue'
}

type Asked = { search: string; seller: string; gstin: string }

/**
 * Products whose name or alias has every word of the search: first those that the seller sold before, then those of the
 * product list. A name with a word that begins with the search comes first, then such an alias, then the rest. Without a
 * search, what the seller sold, bill by bill, the newest first.
 */
export function proposeItems(
  deps: Pick<ScanExportDeps, 'database' | 'names'>,
  { search, ...who }: Asked,
): ProposedItem[] {
  const { read } = deps.database
  return snapshot(read, () => {
    const text = foldText(search)
    const words = text === '' ? [] : text.split(' ').slice(0, wordsMax)
    const seqs = JSON.stringify(learntSellerSeqs(deps, read, who))
    const limit = text === '' ? sellersItemsMax : itemsProposedMax
    const asked = { text, words: JSON.stringify(words), limit }
    const sold = listOfSeller(read).all({ ...asked, seqs })
    const listed = text === '' ? [] : listNamed(read).all(asked)
    return distinct([
      ...sold.map((item) => ({ ...item, from: 'seller' as const })),
      ...listed.map((item) => ({ ...item, from: 'product names' as const })),
    ])
      .slice(0, limit)
      .map((item) => withBooks(read, item))
  })
}

/** Fills in what no bill says from the stock items in the accounts, which have HSN, rate and unit. */
function withBooks(conn: Conn, item: ProposedItem): ProposedItem {
  if (item.hsn !== null && item.unit !== null && item.gstPct !== null) return item
  const known = goodsKnown(conn, item.name)
  if (known === undefined) return item
  return {
    ...item,
    hsn: item.hsn ?? known.hsn,
    unit: item.unit ?? known.unit,
    gstPct: item.gstPct ?? known.gstPct,
  }
}

/** What any seller's bills say about products of this name, and then the accounts. Never the rate: that belongs to one seller. */
export function withWhatIsKnown(
  { database: { read } }: Pick<ScanExportDeps, 'database'>,
  item: Pick<ProposedItem, 'name' | 'hsn' | 'gstPct' | 'from'>,
): ProposedItem {
  const known = findByName(read).get({ foldedName: foldText(item.name) })
  return withBooks(read, {
    ...item,
    hsn: item.hsn ?? known?.hsn ?? null,
    unit: known?.unit ?? null,
    gstPct: item.gstPct ?? known?.gstPct ?? null,
    ratePaise: null,
    rateDay: null,
  })
}

/** The first item of each name, however the name is written. */
export function distinct(items: readonly ProposedItem[]): ProposedItem[] {
  const first = new Map<string, ProposedItem>()
  for (const item of items) {
    const folded = foldText(item.name)
    if (!first.has(folded)) first.set(folded, item)
  }
  return [...first.values()]
}

type Searched = Params<{ text: string; words: string; limit: number }>

/** Whether a folded text has every word of a JSON list. */
function hasWords(folded: unknown, words: unknown) {
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${words}) AS word WHERE instr(${folded}, word.value) = 0)`
}

/** Whether a word of a folded text begins with the search. */
function beginsWord(folded: unknown, text: unknown) {
  return sql`instr(' ' || ${folded}, ' ' || ${text}) > 0`
}

const listOfSeller = query(
  (conn, { seqs, text, words, limit }: Searched & Params<{ seqs: string }>) =>
    conn
      .select({
        name: learntItems.name,
        hsn: learntItems.hsn,
        unit: learntItems.unit,
        gstPct: learntItems.gstPct,
        ratePaise: learntItems.ratePaise,
        rateDay: sql<
          string | null
        >`iif(${learntItems.ratePaise} IS NULL, NULL, ${learntItems.day})`,
      })
      .from(learntItems)
      .where(
        sql`${learntItems.sellerSeq} IN (SELECT value FROM json_each(${seqs})) AND ${hasWords(learntItems.foldedName, words)}`,
      )
      .orderBy(
        sql`${text} <> '' AND ${beginsWord(learntItems.foldedName, text)} DESC`,
        sql`${learntItems.day} DESC`,
        learntItems.place,
      )
      .limit(limit),
)

/** Products of the product list, with what anybody's newest bill says about them. */
const listNamed = query((conn, { text, words, limit }: Searched) =>
  conn
    .select({
      name: names.name,
      hsn: learntItems.hsn,
      unit: learntItems.unit,
      gstPct: learntItems.gstPct,
      ratePaise: sql<null>`NULL`,
      rateDay: sql<null>`NULL`,
    })
    .from(names)
    .leftJoin(
      learntItems,
      sql`${learntItems}.rowid = (SELECT one.rowid FROM learnt_items AS one
        WHERE one.folded_name = ${names.folded} ORDER BY one.day DESC LIMIT 1)`,
    )
    .where(
      sql`${names.kind} = 'product' AND (${hasWords(names.folded, words)} OR ${names.id} IN (
        SELECT ${aliases.nameId} FROM ${aliases} WHERE ${aliases.kind} = 'product' AND ${hasWords(aliases.folded, words)}))`,
    )
    .orderBy(
      sql`${beginsWord(names.folded, text)} DESC`,
      sql`EXISTS (SELECT 1 FROM ${aliases} WHERE ${aliases.nameId} = ${names.id} AND ${beginsWord(aliases.folded, text)}) DESC`,
      sql`instr(${names.folded}, ${text}) = 1 DESC`,
      names.folded,
    )
    .limit(limit),
)

const findByName = query((conn, { foldedName }: Params<{ foldedName: string }>) =>
  conn
    .select({ hsn: learntItems.hsn, unit: learntItems.unit, gstPct: learntItems.gstPct })
    .from(learntItems)
    .where(sql`${learntItems.foldedName} = ${foldedName}`)
    .orderBy(sql`${learntItems.day} DESC`)
    .limit(1),
)
