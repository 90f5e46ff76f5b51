import type { Category } from './categories.ts'
import { amounts } from './fields/amounts.ts'
import { document } from './fields/document.ts'
import { goods } from './fields/goods.ts'
import { parties } from './fields/parties.ts'
import { statements } from './fields/statements.ts'

/*
 * Each key of a document once, with all that is known of it. Who needs to know what kind of value a key has, what it is
 * called or how papers print it asks here.
 */

/** The head of a document, its foot included, or each of its lines. */
export type Place = 'metadata' | 'line'

/** What a value is, and with it how it is read, checked, typed and shown. */
export type Kind =
  | 'text'
  /** Rupees with two decimals at most. */
  | 'money'
  /** Money beside which a rate of tax may stand: "9% 162.18". */
  | 'tax'
  /** Money, or a percentage. */
  | 'discount'
  /** Money of an account, below zero where it says "Dr". */
  | 'balance'
  /** Rupees for one of something, with any decimals. */
  | 'rate'
  | 'quantity'
  /** A sum of quantities, of several units too: "12 Nos 3 Box". */
  | 'quantities'
  | 'percent'
  /** A rate of GST, and the half of one that the centre and a state each have. */
  | 'slab'
  | 'half slab'
  /** A percentage that may be more than 100. */
  | 'cess rate'
  | 'day'
  /** A day, or a month only: "06/27". */
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

/** Whose a value is: a party's, the document's own, of its amounts, of the goods on a line, of the bank or of a row of its statement. */
type Owner = 'document' | 'seller' | 'buyer' | 'consignee' | 'amounts' | 'goods' | 'bank' | 'row'

/** The contract's type of a delivered value. Values of all other keys are delivered as they were read. */
export type Delivered =
  'number' | 'balance' | 'invoice date' | 'date' | 'number text' | 'gstin' | 'name'

/**
 * What papers print for a key, `|` between two. Spellings that differ by rule are added. Those of a purchase order and of a
 * statement are tried before those of every document.
 */
export type Labels = { readonly [slot in LabelSlot]?: string }

/**
 * Where a label may stand: in the head, over the lines, or in both. `besideValue` and `statementBeside` are labels that only
 * the layout of a page tells from other words. `block` is over a block of one party.
 */
type LabelSlot =
  | 'both'
  | 'head'
  | 'line'
  | 'orderHead'
  | 'statementHead'
  | 'statementLine'
  | 'besideValue'
  | 'statementBeside'
  | 'block'

export type FieldDefinition = {
  /** In English. The console's language files have the others by it. */
  readonly name: string
  readonly place: Place | 'both'
  readonly kind: Kind
  readonly whose: Owner
  readonly delivered?: Delivered
  /** A day on which the paper was made, or shortly before: one in the future, or long ago, is doubtful. */
  readonly isRecent?: boolean
  /** What stands below its heading over the lines, where that is not told by its kind. */
  readonly cells?: 'text'
  /** Documents that must have it, or another field that names the same key here: one of them is enough. */
  readonly required?: { readonly [category in Category]?: string }
  readonly labels?: Labels
}

const known = { ...document, ...parties, ...amounts, ...goods, ...statements }

export type FieldKey = keyof typeof known

/** All of them, by key. */
export const fields: Readonly<Record<FieldKey, FieldDefinition>> = known

const byKey: ReadonlyMap<string, FieldDefinition> = new Map(Object.entries(fields))

/** What is known of a key; undefined for a label that is no key. */
export function fieldOf(key: string): FieldDefinition | undefined {
  return byKey.get(key)
}

/** Whether a key stands in the head of documents, or in their lines. */
function standsIn(key: string, place: Place): boolean {
  const at = fieldOf(key)?.place
  return at === place || at === 'both'
}

/** What a field of the head, or a column of the lines, is called; undefined for a label that is no key there. */
export function nameOfField(place: Place, key: string): string | undefined {
  return standsIn(key, place) ? fieldOf(key)?.name : undefined
}

/** What a check calls a field; a label that is no key is its own name. */
export function fieldName(key: string): string {
  // The seller's name, where nothing else says who sold it.
  return key === 'name' ? 'Seller' : (fieldOf(key)?.name ?? key)
}

/** What a document must have: of each group one is enough, and the first is what a person is asked for. */
export function requiredIn(category: Category): string[][] {
  const asked = keysWhere(({ required }) => required?.[category] !== undefined)
  const groups = Map.groupBy(asked, (key) => fieldOf(key)?.required?.[category] ?? key)
  return Array.from(groups, ([first, keys]) => [first, ...keys.filter((key) => key !== first)])
}

/** The keys of the fields that a test picks. */
export function keysWhere(picks: (field: FieldDefinition) => boolean): string[] {
  return Array.from(byKey, ([key, field]) => (picks(field) ? [key] : [])).flat()
}
