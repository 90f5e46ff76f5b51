import { addUp } from '../../../../paper/checks/add-up.ts'
import { tradeFacts } from '../../../../paper/facts.ts'
import { checkDocument } from '../../../../paper/checks/check-document.ts'
import type { CheckedAgainst, CheckedDocument, Finding } from '../../../../paper/checks/document.ts'
import type { DocumentCategory } from '../../../words.ts'
import { hasText, isBlank, isNested, type Cells, type Draft, type Line } from './draft.ts'
import { sentencesAt } from './places.ts'

export type { Finding }

type Sums = ReturnType<typeof addUp>

/** The sums of a document, and its findings. */
export type Checked = {
  /** Null for a statement, which has no total. */
  sums: Sums | null
  findings: readonly Finding[]
  /** Computed values for fields of the head in which nothing is typed. */
  head: Readonly<Record<string, string>>
  /** Findings of the head by key. */
  ofHead: Findings
  /** Findings of each line by its id. */
  ofLines: ReadonlyMap<string, Findings>
}

/** Sentences by canonical key. */
export type Findings = Readonly<Record<string, string>>

/** Checks and adds up the typed values, with the server's own engine. */
export function checked(
  draft: Draft,
  category: DocumentCategory,
  against: CheckedAgainst,
): Checked {
  const lines = draft.lines.filter((line) => !isBlank(line))
  const document = documentOf(draft, lines, category)
  const findings = checkDocument(document, against)
  const sums = category === 'bank_entry' ? null : addUp(tradeFacts(document), against.ownGstin)
  return {
    sums,
    findings,
    head: sums === null || lines.length === 0 ? {} : computedHead(sums),
    ...sentencesAt(
      findings.filter(isSaidInPlace).map(({ line, ...said }) => ({
        ...said,
        line: line === undefined ? null : lines[line]?.id,
      })),
    ),
  }
}

/**
 * Missing values are not reported at fields that are still to be typed. The total's difference is not reported at the
 * total, because it differs until the last line is typed, and the bar below shows it.
 */
function isSaidInPlace({ key, line, code }: Finding): boolean {
  return code !== 'missing' && !(key === 'total' && line === undefined && code === 'sum')
}

/** The findings that nobody has confirmed. */
export function withoutConfirmed(
  findings: readonly Finding[],
  confirmed: readonly Said[],
): Finding[] {
  return findings.filter((finding) => !confirmed.some((other) => isSameFinding(other, finding)))
}

type Said = { key: string; line?: number | undefined; message: string }

/** The message contains the value, so another value is another finding. */
export function isSameFinding(a: Said, b: Said): boolean {
  return a.key === b.key && a.line === b.line && a.message === b.message
}

function documentOf(
  { head, others }: Draft,
  lines: readonly Line[],
  category: DocumentCategory,
): CheckedDocument {
  const further = others.map((field) => [field.label.trim(), field] as const)
  return {
    category,
    head: { ...textsOf(Object.fromEntries(further)), ...textsOf(head) },
    lines: lines.map(({ cells }) => textsOf(cells)),
  }
}

function textsOf(cells: Cells): Record<string, string> {
  const filled = Object.entries(cells).filter(([, cell]) => hasText(cell) && !isNested(cell))
  return Object.fromEntries(filled.map(([key, { text }]) => [key, text]))
}

function computedHead(sums: Sums): Record<string, string> {
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise, roundOffPaise, totalPaise } = sums
  const taxes = { cgst: cgstPaise, sgst: sgstPaise, igst: igstPaise, round_off: roundOffPaise }
  const charged = Object.entries(taxes).filter(([, paise]) => paise !== 0)
  return {
    taxable_value: rupeesText(taxablePaise),
    ...Object.fromEntries(charged.map(([key, paise]) => [key, rupeesText(paise)])),
    total: rupeesText(totalPaise),
  }
}

/** Quantity × rate − discount of a line. Undefined while one of them is missing. */
export function computedAmount({ cells }: Line): string | undefined {
  const document = { category: 'vendor_invoice', head: {}, lines: [textsOf(cells)] } as const
  const paise = addUp(tradeFacts(document)).lines[0]?.computedPaise ?? null
  return paise === null ? undefined : rupeesText(paise)
}

/** 1041.50, the form in which amounts are typed. A rate may have more decimals: 12.345. */
export function rupeesText(paise: number): string {
  return Number.isInteger(paise) ? (paise / 100).toFixed(2) : String(paise / 100)
}

/**
 * The document to save: with computed amounts, and with the tax if everything adds up to the printed total. The total
 * is never computed, because the rest is compared with it.
 */
export function withComputed(draft: Draft, { sums, head }: Checked): Draft {
  if (sums === null) return draft
  const { total: _, ...computed } = head
  return {
    ...draft,
    head: sums.differencePaise === 0 ? filledUp(draft.head, computed) : draft.head,
    lines: draft.lines.map((line) => {
      const amount = computedAmount(line)
      return amount === undefined ? line : { ...line, cells: filledUp(line.cells, { amount }) }
    }),
  }
}

function filledUp(cells: Cells, values: Readonly<Record<string, string>>): Cells {
  const empty = Object.entries(values).filter(([key]) => !hasText(cells[key]))
  return {
    ...cells,
    ...Object.fromEntries(empty.map(([key, text]) => [key, { ...cells[key], text }])),
  }
}
