import { readBankFile } from './bank/bank-file.ts'
import { readPrintedStatements, statementWithoutRows } from './bank/printed-statement.ts'
import { doubtLeftOver } from './coverage.ts'
import { fuseDocuments, fuseHeads, isSame, shownOn } from './fuse.ts'
import { readHead } from './head/document-head.ts'
import { categoryOf, isOrder, isStatementHeading, titlesOf } from './head/kind.ts'
import { layOut } from './head/page-head.ts'
import { isOwnName, type KnownParties } from './head/party-facts.ts'
import { foldName } from './head/party-names.ts'
import { headRows } from './head/pieces.ts'
import { regionsOf, type PageGroup, splitPages } from './head/page-regions.ts'
import { readLines } from './lines/read-lines.ts'
import { habitsOn } from './habits/apply-habits.ts'
import type { SellerHabits } from './habits/habit.ts'
import { type ReadDocument, type ReadFile, withDoubt } from './page.ts'
import { fieldName } from '../paper/fields.ts'
import { type Row, phrasesOf, textOf } from './rows.ts'
import { kindOfType, readEInvoices } from './files/e-invoice.ts'
import { type QrFields, readCodes } from './files/qr.ts'
import { readXmlInvoice } from './files/xml-invoice.ts'
import type { HeadPage } from './head/candidates.ts'

/** The known facts about the shop and its sellers before a file is read. */
export type ReadingContext = {
  readonly ownGstin: string | null
  /** The name of the shop, if it is known. */
  readonly ownName?: string
  readonly vendorNames: readonly string[]
  /** yyyy-mm-dd */
  readonly today: string
  /** Habits learnt from the bills of sellers. */
  readonly habits?: readonly SellerHabits[]
}

/**
 * The documents of a file, in the order of its pages. The print is joined with its codes and with the files inside. A file without pages is
 * read only from the files inside.
 */
export function readDocuments(file: ReadFile, context: ReadingContext): ReadDocument[] {
  const structured = [...file.attachments.flatMap(readAttachment), ...readBankFile(file)]
  const printed = readPages(file, context)
  if (printed.length === 0) return structured
  if (structured.length === 0) return printed
  const isShown = shownOn(file.pages)
  return printed.map((document, at) => {
    const same = structured.find((one) => hasSameNumber(one, document))
    const trusted = same ?? (at === 0 ? structured[0] : undefined)
    return trusted === undefined ? document : fuseDocuments(document, trusted, isShown)
  })
}

/** Empty if the attachment is no invoice. */
function readAttachment({ bytes }: ReadFile['attachments'][number]): ReadDocument[] {
  const text = new TextDecoder().decode(bytes)
  const invoice = readXmlInvoice(text)
  return invoice === undefined ? readEInvoices(text) : [invoice]
}

function hasSameNumber(one: ReadDocument, other: ReadDocument): boolean {
  const [a, b] = [one.head['invoice_no'], other.head['invoice_no']]
  return a !== undefined && b !== undefined && isSame('invoice_no', a.text, b.text)
}

function readPages({ pages }: ReadFile, context: ReadingContext): ReadDocument[] {
  const known = {
    ownGstin: context.ownGstin,
    ownName: context.ownName ?? null,
    vendorNames: new Set(context.vendorNames.map(foldName)),
  }
  const statements = readPrintedStatements(pages)
  if (statements.length > 0) return statements.map((one) => withHolderDoubt(one, known))
  let kind: ReadDocument['kind'] | undefined
  const layouts = pages.flatMap(regionsOf).map((page) => {
    const rows = headRows(page)
    // A page without a title continues the page before it.
    kind = kindOf([rows]) ?? kind
    return layOut(page, categoryOf(kind ?? 'invoice'), rows)
  })
  return splitPages(layouts).map((group) => readGroup(group, known, context.habits ?? []))
}

/** A name without a label is the holder's if it is the shop's. Any other name at the head may be the bank's. */
function withHolderDoubt(statement: ReadDocument, known: KnownParties): ReadDocument {
  const { account_name: holder } = statement.head
  const isStranger = holder?.label === '' && !isOwnName(holder.text, known)
  if (holder === undefined || !isStranger || known.ownName === null) return statement
  const doubt = `${fieldName('account_name')}: “${holder.text}” has no label, and is not what this shop is called.`
  return { ...statement, head: { ...statement.head, account_name: withDoubt(holder, doubt) } }
}

function readGroup(
  { read, copies }: PageGroup,
  known: KnownParties,
  sellers: readonly SellerHabits[],
): ReadDocument {
  const printed = read.flatMap((layout) => layout.rows)
  const habits = habitsOn(printed, sellers, known.ownGstin)
  const kind = kindOf(read.map(({ rows }) => rows)) ?? 'invoice'
  const pages = read.map(({ page }) => page)
  const numbers = pagesOf([...read, ...copies])
  if (kind === 'bank statement') return { ...statementWithoutRows(pages), pages: numbers }
  const category = categoryOf(kind)
  const { lines, columns, areas } = readLines(pages, { category, learnt: habits.columns })
  const layouts = read.map(({ page, rows }) =>
    layOut(page, category, rows, areas.length > 0 ? areas : undefined),
  )
  const doubts = [...countDoubts(layouts, lines.length), ...openEnd(layouts)]
  const document: ReadDocument = {
    category,
    kind,
    pages: numbers,
    head: readHead(layouts, kind, lines, known, habits.fields),
    lines: habits.withRateDoubts(lines),
    columns,
    ...(doubts.length > 0 && { doubts }),
  }
  const codes = pages.flatMap((page) => readCodes(page.codes, page.number) ?? [])
  return codes.reduce(withCode, doubtLeftOver(document, pages))
}

/** The numbers of the pages, without repeats. If a page holds two copies, both belong to it. */
function pagesOf(layouts: PageGroup['read']): number[] {
  return [...new Set(layouts.map(({ page }) => page.number))].toSorted((a, b) => a - b)
}

/**
 * The kind of a paper: by the plainest title of the first page that has a title, else by the columns of a statement or the labels of an
 * order.
 */
function kindOf(pages: readonly (readonly Row[])[]): ReadDocument['kind'] | undefined {
  const title = pages.flatMap(titlesOf)[0]
  if (title !== undefined) return title.kind
  if (pages.flat().some(isStatementHeading)) return 'bank statement'
  return pages.some(isOrder) ? 'purchase order' : undefined
}

function withCode(document: ReadDocument, code: QrFields): ReadDocument {
  const doubts = [...(document.doubts ?? []), ...codeDoubts(document, code)]
  return {
    ...document,
    kind: kindOfType.get(code.type) ?? document.kind,
    head: fuseHeads(document.head, code.head),
    ...(doubts.length > 0 && { doubts }),
  }
}

/** Doubts from what the QR code says about the lines and about itself. */
function codeDoubts({ lines }: ReadDocument, { itemCount, mainHsn, irn }: QrFields): string[] {
  const doubts: string[] = []
  if (itemCount !== undefined && lines.length > 0 && itemCount !== lines.length) {
    doubts.push(
      `The QR code says that there are ${itemCount} items, and ${lines.length} were read.`,
    )
  }
  const codes = lines.flatMap(({ hsn }) => hsn?.text ?? [])
  const hasMain = codes.some(
    (hsn) => mainHsn?.startsWith(hsn) === true || hsn.startsWith(mainHsn ?? ''),
  )
  if (mainHsn !== undefined && codes.length > 0 && !hasMain) {
    doubts.push(`The QR code says that the main HSN is ${mainHsn}, which is in no line.`)
  }
  if (irn === 'inconsistent') {
    doubts.push(
      'The e-invoice number in the QR code does not belong to this seller, year and bill number.',
    )
  }
  return doubts
}

/** "continued to page number 2", "Contd...": what a page says near its end if another follows. */
const goesOn = /^\W*(?:contd?|continued)\b/i
/** Rows at the end of a page. */
const endRows = 6

/** The doubt if the last page of a document says that another follows. */
function openEnd(layouts: readonly HeadPage[]): string[] {
  const rows = layouts.at(-1)?.rows.slice(-endRows) ?? []
  const row = rows.map(({ pieces }) => textOf(pieces)).find((text) => goesOn.test(text))
  return row === undefined ? [] : [`“${row}” ends the paper, and no further page was read.`]
}

/* The number of lines that a paper prints: "Items : 4", "Total No. of Items 4". */

const itemCount =
  /(?:^|\s)(?:(?:total )?(?:no\.? of|number of|total) (?:items?|lines|products)|items?(?: count)?)\s*[:=-]+\s*(\d{1,3})\b(?![.,]\d)/i

/** The doubt if fewer or more lines were read than the paper says. Free lines and charges may count or not. */
function countDoubts(layouts: readonly HeadPage[], lines: number): string[] {
  const counts = layouts.flatMap(({ rows, table }) =>
    rows.flatMap((row, index) => (table.has(index) ? [] : phrasesOf(row).flatMap(countsIn))),
  )
  const [printed] = counts
  if (printed === undefined || lines === 0 || counts.includes(lines)) return []
  return [`The paper says that it has ${printed} items, and ${lines} were read.`]
}

function countsIn({ text }: { text: string }): number[] {
  const digits = itemCount.exec(text)?.[1]
  return digits === undefined || digits === '0' ? [] : [Number(digits)]
}
