import type { JsonObject } from '../platform/json/json.ts'
import type { Category } from '../paper/categories.ts'
import { builtInLabels, foldLabel } from '../paper/rules/labels.ts'
import type { RawDocument } from '../paper/rules/normalise.ts'
import type { Place } from '../paper/fields.ts'
import { keptDoubts } from '../paper/explained.ts'
import type { Doubt, ReadDocument, ReadValue } from './page.ts'

/** The source and the doubts of a value. */
type Explained = Omit<ReadValue, 'text' | 'label' | 'doubts'> & {
  readonly doubts: readonly string[]
}

/**
 * The read document in its stored form, under its printed labels. Each value is explained by its path: `invoice_metadata.Bill No`,
 * `line_items.3.Qty`. Doubts about the whole document have the path ''.
 */
type RawReading = {
  readonly raw: RawDocument
  readonly explain: Readonly<Record<string, Explained>>
  readonly doubts: readonly string[]
}

type Fields = Readonly<Record<string, ReadValue>>

export function toRaw(
  { category, head, lines }: ReadDocument,
  doubts: readonly Doubt[],
): RawReading {
  const explain: Record<string, Explained> = {}
  const write = (fields: Fields, place: Place, path: string, line?: number): JsonObject => {
    const labels = labelsOf(fields, category, place)
    const texts = Array.from(labels, ([key, label]) => {
      const value = fields[key]
      if (value !== undefined)
        explain[`${path}.${label}`] = explained(value, messagesOf(doubts, key, line))
      return [label, value?.text ?? ''] as const
    })
    return Object.fromEntries(texts)
  }
  const raw = {
    invoice_metadata: write(head, 'metadata', 'invoice_metadata'),
    line_items: lines.map((line, at) => write(line, 'line', `line_items.${at}`, at)),
  }
  return { raw, explain, doubts: messagesOf(doubts, '') }
}

function messagesOf(doubts: readonly Doubt[], key: string, line?: number): string[] {
  const own = doubts.filter((doubt) => doubt.key === key && doubt.line === line)
  return keptDoubts(own.map(({ message }) => message))
}

function explained(value: ReadValue, doubts: readonly string[]): Explained {
  const { source, page, box, confidence } = value
  return {
    source,
    ...(page !== undefined && { page }),
    ...(box !== undefined && { box }),
    confidence,
    doubts,
  }
}

/** The printed label of each key, if the rules know the label for that key and no other key has it. Else the key itself. */
function labelsOf(fields: Fields, category: Category, place: Place): Map<string, string> {
  const known = builtInLabels(category, place)
  const labels = new Map<string, string>()
  const taken = new Set<string>()
  for (const [key, { label }] of Object.entries(fields)) {
    const folded = foldLabel(label)
    const isKnown =
      label !== '' && known.get(folded) === key && !taken.has(folded) && !(label in fields)
    labels.set(key, isKnown ? label : key)
    taken.add(folded)
  }
  return labels
}
