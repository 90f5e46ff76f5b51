import type { Category } from '../../../src/paper/categories.ts'

/** What a reader must say of a field; of a list, any of them: "200", or the same with the lines printed below it. */
export type Value = string | number | readonly string[]

/** What a charge's key begins with, its label behind it: it has no canonical one. */
export const chargeMark = 'charge: '

export type DocumentKind =
  'invoice' | 'credit note' | 'debit note' | 'purchase order' | 'bank statement'

/** What one document of a file says, by canonical key, as it is delivered: dates as yyyy-mm-dd, amounts as numbers. */
export type TruthDocument = {
  category: Category
  kind: DocumentKind
  /** From 1. */
  pages: number[]
  /** Only what is printed. */
  head: Record<string, Value>
  lines: Record<string, Value>[]
  /** True, but not printed under that name: who says it is not wrong, who leaves it out misses nothing. */
  alsoHead: Record<string, Value[]>
  alsoLines: Record<string, Value[]>[]
}

/** The documents of a page in HTML, told by the marks in it (marks.tsx). */
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

/** What is printed twice says the same; the first counts. */
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

/** A value as a mark carries it: attributes come back as they are written, so that nothing in them may need an entity. */
export function marked(value: unknown): string {
  return encodeURIComponent(JSON.stringify(value)).replaceAll("'", '%27')
}

function unmarked(mark: string | null) {
  return JSON.parse(decodeURIComponent(mark ?? ''))
}
