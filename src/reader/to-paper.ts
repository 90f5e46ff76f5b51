import type { Category } from '../paper/categories.ts'
import { type ExplainedValue, keptDoubts } from '../paper/explained.ts'
import type { Place } from '../paper/fields.ts'
import type { Field, Paper } from '../paper/paper.ts'
import { builtInLabels, foldLabel } from '../paper/rules/labels.ts'
import type { Box, Doubt, ReadDocument, ReadPage, ReadValue } from './page.ts'
import { opposite, turnRectangle } from './pages/rectangle.ts'

/** The read document as a paper, with the boxes on the pages as people see them. */
export function toPaper(
  { category, head, lines }: ReadDocument,
  doubts: readonly Doubt[],
  pages: readonly Pick<ReadPage, 'number' | 'turned'>[],
): Paper {
  const turns = new Map(pages.map(({ number, turned }) => [number, turned]))
  const fieldsOf = (values: Values, place: Place, line?: number) =>
    labelled(values, category, place).map(({ key, label, value }): Field => {
      const turned = turns.get(value.page ?? 0) ?? 0
      const evidence = evidenceOf(value, turned, messagesOf(doubts, key, line))
      return { label, key, value: value.text, evidence }
    })
  const ofWhole = messagesOf(doubts, '')
  return {
    category,
    head: fieldsOf(head, 'metadata'),
    lines: lines.map((line, at) => fieldsOf(line, 'line', at)),
    ...(ofWhole.length > 0 && { evidence: { source: 'text', confidence: 1, doubts: ofWhole } }),
  }
}

type Values = ReadDocument['head']

function messagesOf(doubts: readonly Doubt[], key: string, line?: number): string[] {
  const own = doubts.filter((doubt) => doubt.key === key && doubt.line === line)
  return keptDoubts(own.map(({ message }) => message))
}

function evidenceOf(
  { source, page, box, confidence }: ReadValue,
  turned: ReadPage['turned'],
  doubts: string[],
): ExplainedValue {
  return {
    source,
    ...(page !== undefined && { page }),
    ...(box !== undefined && { box: asShown(box, turned) }),
    confidence,
    doubts,
  }
}

/** The reader turned the page upright. This turns a box back, so that it fits the page as people see it. */
function asShown([left, top, right, bottom]: Box, turned: ReadPage['turned']): ExplainedBox {
  const box = turnRectangle({ left, top, right, bottom }, { width: 1, height: 1 }, opposite(turned))
  return [box.left, box.top, box.right, box.bottom]
}

type ExplainedBox = NonNullable<ExplainedValue['box']>

/**
 * The values with their printed labels. A label counts if the built-in labels know it for the value's key and no other value has it. Else the
 * key is the label. So the label alone tells the key again.
 */
function labelled(values: Values, category: Category, place: Place) {
  const known = builtInLabels(category, place)
  const taken = new Set<string>()
  return Object.entries(values).map(([key, value]) => {
    const { label } = value
    const folded = foldLabel(label)
    const isKnown =
      label !== '' && known.get(folded) === key && !taken.has(folded) && !(label in values)
    taken.add(folded)
    return { key, value, label: isKnown ? label : key }
  })
}
