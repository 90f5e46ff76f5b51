import { fieldOf } from '../../paper/fields.ts'
import { builtInLabels, foldLabel } from '../../paper/rules/labels.ts'

/* The labels in the head of a statement, with or without a value behind them. */

/** A label at the start of a text. `rest` is the text behind the label. `isParted`: a colon stands between them. */
export type Label = {
  readonly key: string
  readonly label: string
  readonly rest: string
  readonly isParted: boolean
}

/** Keys that have another meaning in the head of a statement. */
const otherKeys = new Map([
  ['date', 'statement_date'],
  ['name', 'account_name'],
  ['buyer_name', 'account_name'],
])

/** A label has at most this many characters. */
const labelCharactersMax = 40

/** The longest label at the start of a text. */
export function labelAt(text: string): Label | undefined {
  const cuts = Array.from(text.slice(0, labelCharactersMax).matchAll(/(?<=[^\s:])(?=[\s:]|$)/g))
  for (const { index } of cuts.toReversed()) {
    const label = text.slice(0, index)
    const key = keyOf(label)
    if (key === undefined) continue
    const [between = ''] = /^[\s:.=–—-]*/.exec(text.slice(index)) ?? []
    const rest = text.slice(index + between.length)
    return { key, label: label.trim(), rest, isParted: between.includes(':') }
  }
  return undefined
}

/**
 * Two labels for two values, such as "IFSC / MICR". `rest` is the text behind them. A label with a slash in it, such as "A/c No", is no
 * pair.
 */
export function labelPair(
  text: string,
): { of: readonly { key: string; label: string }[]; rest: string } | undefined {
  const [, first = '', second = '', rest = ''] =
    /^([^:/]{2,30}?)\s*\/\s*([^:/]{2,30}?)\s*(?::+\s*(.*))?$/.exec(text) ?? []
  const [one, other] = [keyOf(first), keyOf(second)]
  if (one === undefined || other === undefined || one === other) return undefined
  const of = [
    { key: one, label: first },
    { key: other, label: second },
  ]
  return { of, rest }
}

function keyOf(label: string): string | undefined {
  const labels = builtInLabels('bank_entry', 'head')
  const known = labels.get(foldLabel(label)) ?? labels.get(foldLabel(latinOf(label)))
  const key = otherKeys.get(known ?? '') ?? known ?? keyOfWords(foldLabel(label))
  return key !== undefined && fieldOf(key)?.whose === 'bank' ? key : undefined
}

/** Finds the key of a label that no list has, by its words: "Primary Account Holder Name", "Customer/CIF ID". */
function keyOfWords(label: string): string | undefined {
  return patterns.find(([, form]) => form.test(label))?.[0]
}

const patterns: readonly (readonly [key: string, form: RegExp])[] = [
  [
    'account_name',
    /^(?:name of )?(?:the )?(?:(?:primary|first|sole|main) )?(?:a c|account|customer|member|depositor)(?: s)? (?:holders?(?: s)?(?: name)?|title|name)$|^(?:member|depositor)$/,
  ],
  [
    'customer_id',
    /^(?:(?:customer|cust|client|member|cif|ucic|crn) ?)+(?:id|no|number)$|^(?:crn|ucic|cif)$/,
  ],
  ['branch', /^(?:(?:home|base|parent|servicing) )?branch(?: (?:office|name))?$/],
]

/** The Latin part of a label in two languages: "Account No" of "खाता संख्या / Account No". */
function latinOf(label: string): string {
  if (!/[^\p{Script=Latin}\P{L}]/u.test(label)) return ''
  return label.replaceAll(/[^\p{Script=Latin}\p{N}.'\s]+|(?<!\p{Script=Latin})\./gu, ' ')
}

/** The text up to the next label that has a colon. */
export function untilNextLabel(text: string): string {
  for (const { index } of text.matchAll(/(?<=\s)(?=\S)/g)) {
    if (labelAt(text.slice(index))?.isParted === true) return text.slice(0, index).trim()
  }
  return text.trim()
}
