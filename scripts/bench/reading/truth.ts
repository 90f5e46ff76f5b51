import type { Category } from '../../../src/paper/categories.ts'

/** The right value of a field. If it is a list, each of its values is right, for example "200" and "200 Pcs". */
export type Value = string | number | readonly string[]

/** A charge has no canonical key. Its key is this mark and its label. */
export const chargeMark = 'charge: '

export type DocumentKind =
  'invoice' | 'credit note' | 'debit note' | 'purchase order' | 'bank statement'

/** The true values of a document by canonical key, as they are delivered: dates as yyyy-mm-dd, amounts as numbers. */
export type TruthDocument = {
  category: Category
  kind: DocumentKind
  /** From 1. */
  pages: number[]
  /** Only what is printed. */
  head: Record<string, Value>
  lines: Record<string, Value>[]
  /** Right values that are not printed under that key. A reader may give them or leave them out. */
  alsoHead: Record<string, Value[]>
  alsoLines: Record<string, Value[]>[]
}

/** The documents of an HTML page, from its marks (marks.tsx). */
export async function truthOf(html: string): Promise<TruthDocument[]> {
  const documents: TruthDocument[] = []
  let page = 0
  const current = () => {
    const document = documents.at(-1)
    if (document === undefined) throw new Error('A field stands outside of every document.')
    return document
  }
  const rewriter = new HTMLRewriter()
    .on('[data-document]', {
      element(element) {
        documents.push(emptyDocument(unmarked(element.getAttribute('data-document'))))
      },
    })
    .on('.page', { element: () => void current().pages.push(++page) })
    .on('[data-line]', {
      element() {
        current().lines.push({})
        current().alsoLines.push({})
      },
    })
    .on('[data-head]', { element: (element) => keep(current().head, element, 'data-head') })
    .on('[data-cell]', { element: (element) => keep(lineOf(current()), element, 'data-cell') })
    .on('[data-also]', { element: (element) => keepAlso(current(), element) })
  await rewriter.transform(new Response(html)).text()
  return documents
}

type Opening = { category: Category; kind: DocumentKind }

function emptyDocument({ category, kind }: Opening): TruthDocument {
  return { category, kind, pages: [], head: {}, lines: [], alsoHead: {}, alsoLines: [] }
}

function lineOf({ lines }: TruthDocument): Record<string, Value> {
  const line = lines.at(-1)
  if (line === undefined) throw new Error('A cell stands outside of every line.')
  return line
}

type Element = { getAttribute(name: string): string | null }

/** A value may be printed twice. The first counts. */
function keep(fields: Record<string, Value>, element: Element, attribute: string): void {
  const key = element.getAttribute(attribute) ?? ''
  fields[key] ??= valueOf(element)
}

function keepAlso(document: TruthDocument, element: Element): void {
  const key = element.getAttribute('data-also') ?? ''
  const line = document.alsoLines.at(-1)
  const isOfLine = element.getAttribute('data-of') === 'line' && line !== undefined
  const fields = isOfLine ? line : document.alsoHead
  fields[key] = [...(fields[key] ?? []), valueOf(element)]
}

function valueOf(element: Element): Value {
  const value: Value = unmarked(element.getAttribute('data-value'))
  return value
}

/** A value for a mark. Attributes are read back as written, so the value must not need HTML entities. */
export function marked(value: unknown): string {
  return encodeURIComponent(JSON.stringify(value)).replaceAll("'", '%27')
}

function unmarked(mark: string | null) {
  return JSON.parse(decodeURIComponent(mark ?? ''))
}
