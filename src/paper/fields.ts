import type { Category } from './categories.ts'
import { amounts } from './fields/amounts.ts'
import { document } from './fields/document.ts'
import { goods } from './fields/goods.ts'
import { parties } from './fields/parties.ts'
import { statements } from './fields/statements.ts'

/* Every key of a document, defined once: its type, its name, and the labels that papers print for it. */

/** The head of a document, with its foot, or each of its lines. */
export type Place = 'head' | 'line'

/** The type of a value. It decides how the value is read, checked, typed and shown. */
export type Kind =
  | 'text'
  /** Rupees with at most two decimals. */
  | 'money'
  /** Money that may have a rate of tax beside it: "9% 162.18". */
  | 'tax'
  /** Money, or a percentage. */
  | 'discount'
  /** Money of an account, below zero with "Dr". */
  | 'balance'
  /** Rupees per unit, with any number of decimals. */
  | 'rate'
  | 'quantity'
  /** A sum of quantities, even of several units: "12 Nos 3 Box". */
  | 'quantities'
  | 'percent'
  /** A rate of GST. `half slab`: the half for the centre or for the state. */
  | 'slab'
  | 'half slab'
  /** A percentage that may be more than 100. */
  | 'cess rate'
  | 'day'
  /** A day, or only a month: "06/27". */
  | 'month'
  /** Letters and digits that number or name something. */
  | 'code'
  | 'digits'
  | 'serial'
  | 'hsn'
  | 'unit'
  | 'gstin'
  | 'pan'
  | 'state'
  | 'state code'
  | 'place of supply'
  | 'yes or no'
  | 'irn'
  | 'acknowledgement'
  | 'e-way bill'
  | 'vehicle'
  | 'fssai'
  | 'email'
  | 'phone'
  | 'account'
  | 'ifsc'
  | 'micr'
  | 'currency'

/** Whom or what a value describes: a party, the document itself, its amounts, the goods on a line, the bank, or a row of a statement. */
type Owner = 'document' | 'seller' | 'buyer' | 'consignee' | 'amounts' | 'goods' | 'bank' | 'row'

/** The contract's type of a delivered value. Values of all other keys are delivered as they were read. */
export type Delivered =
  'number' | 'balance' | 'invoice date' | 'date' | 'number text' | 'gstin' | 'name'

/**
 * The labels that papers print for a key, separated by `|`. Regular variants of a spelling are added. Labels of purchase orders and
 * statements are tried before those of all documents.
 */
export type Labels = { readonly [slot in LabelSlot]?: string }

/**
 * Where a label may be printed: in the head, over the lines, or both. `besideValue`: labels that only the layout of a page tells
 * apart from other words. `block`: a heading over a party's block.
 */
type LabelSlot =
  | 'both'
  | 'head'
  | 'line'
  | 'orderHead'
  | 'statementHead'
  | 'statementLine'
  | 'besideValue'
  | 'block'

export type FieldDefinition = {
  /** The name in English. The console's language files translate it. */
  readonly name: string
  /** Where the value belongs. It may also stand where papers print a label for it: see `standsIn`. */
  readonly place: Place
  readonly kind: Kind
  readonly whose: Owner
  readonly delivered?: Delivered
  /** A day around which the paper was made. A day in the future or long ago is doubtful. */
  readonly isRecent?: boolean
  /** What stands below the heading over the lines, where the kind does not tell. */
  readonly cells?: 'text'
  /** Documents that need this field, or another field with the same key here. One of them is enough. */
  readonly required?: { readonly [category in Category]?: string }
  readonly labels?: Labels
}

const known = { ...document, ...parties, ...amounts, ...goods, ...statements }

export type FieldKey = keyof typeof known

/** All fields, by key. */
export const fields: Readonly<Record<FieldKey, FieldDefinition>> = known

const byKey: ReadonlyMap<string, FieldDefinition> = new Map(Object.entries(fields))

/** The definition of a key. Undefined for a label that is no key. */
export function fieldOf(key: string): FieldDefinition | undefined {
  return byKey.get(key)
}

/** Whether a key may stand in this place: it belongs there, or papers print a label for it there. */
export function standsIn(key: string, place: Place): boolean {
  const { place: own, labels = {} } = fieldOf(key) ?? {}
  return own === place || Object.keys(labels).some((slot) => slotPlaces.get(slot)?.includes(place))
}

/** The places of labels. A field with other labels has these too, or stands in the head alone. */
const slotPlaces: ReadonlyMap<string, readonly Place[]> = new Map(
  Object.entries({
    both: ['head', 'line'],
    head: ['head'],
    orderHead: ['head'],
    statementHead: ['head'],
    line: ['line'],
    statementLine: ['line'],
  } satisfies { [slot in LabelSlot]?: Place[] }),
)

/** The name of a field in this place. Undefined for a label that is no key there. */
export function nameOfField(place: Place, key: string): string | undefined {
  return standsIn(key, place) ? fieldOf(key)?.name : undefined
}

/** The name of a field in a check's message. A label that is no key is its own name. */
export function fieldName(key: string): string {
  // The seller's name, where nothing else says who sold it.
  return key === 'name' ? 'Seller' : (fieldOf(key)?.name ?? key)
}

/** The keys that a document needs. One key of each group is enough; the first is the key that a person is asked for. */
export function requiredIn(category: Category): string[][] {
  const asked = keysWhere(({ required }) => required?.[category] !== undefined)
  const groups = Map.groupBy(asked, (key) => fieldOf(key)?.required?.[category] ?? key)
  return Array.from(groups, ([first, keys]) => [first, ...keys.filter((key) => key !== first)])
}

/** The keys of all fields that `picks` selects. */
export function keysWhere(picks: (field: FieldDefinition) => boolean): string[] {
  return Array.from(byKey, ([key, field]) => (picks(field) ? [key] : [])).flat()
}
