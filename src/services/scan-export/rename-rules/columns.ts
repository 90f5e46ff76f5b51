import { toNfc } from '../../../platform/text.ts'
import type { Category } from '../scans/categories.ts'
import type { Place } from './built-in-labels.ts'
import { builtInLabels, foldLabel } from './labels.ts'
import { kindOf, type ValueKind } from './typed-values.ts'

/** All that the rules say about one raw label. `key` is the canonical key, `values` folded raw value → clean value. */
export type Column = {
  readonly key: string
  /** Who says so: a rule of the organisation, a built-in label, or nobody, and then the label stays. */
  readonly origin: 'rule' | 'built-in' | 'printed'
  readonly kind: ValueKind | undefined
  readonly values: ReadonlyMap<string, string> | undefined
}

export type ColumnLookup = (label: string) => Column

/** Labels remembered per category and place. When there are more, remembering starts afresh. */
const rememberedLabelsMax = 2_000
/** Characters. A longer label is looked up each time, so that what is remembered stays small. */
const rememberedCharactersMax = 100

/**
 * Looks raw labels up: among the organisation's (folded label → key), then the built-in ones. A label that neither
 * knows is its own key. `values` holds the organisation's clean values by folded key and folded value.
 */
export function columnLookup(
  category: Category,
  place: Place,
  labels: ReadonlyMap<string, string>,
  values: ReadonlyMap<string, ReadonlyMap<string, string>>,
): ColumnLookup {
  return rememberColumns((label) => {
    const folded = foldLabel(label)
    const ruled = labels.get(folded)
    const builtIn =
      builtInLabels(category, place).get(folded) ?? builtInLabels(null, place).get(folded)
    const key = ruled ?? builtIn ?? toNfc(label)
    const origin = ruled !== undefined ? 'rule' : builtIn !== undefined ? 'built-in' : 'printed'
    return { key, origin, kind: kindOf(key, place), values: values.get(foldLabel(key)) }
  })
}

/** The same few labels come with every document, and folding one costs more than all the rest. */
function rememberColumns(find: ColumnLookup): ColumnLookup {
  const remembered = new Map<string, Column>()
  return (label) => {
    const known = remembered.get(label)
    if (known !== undefined) return known
    const column = find(label)
    if (label.length > rememberedCharactersMax) return column
    if (remembered.size >= rememberedLabelsMax) remembered.clear()
    remembered.set(label, column)
    return column
  }
}
