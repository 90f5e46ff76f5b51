import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Problem, VoucherKind } from './voucher.ts'
import { AppError } from '../../platform/errors.ts'
import { foldText } from '../../platform/text.ts'

/** Something in the accounts that a document needs. `field` is as in a problem. `ours` is the name in Daybook or on the paper. */
type Need = {
  kind: 'party' | 'ledger' | 'item' | 'unit' | 'godown' | 'voucher_type'
  field: string
  ours: string
}

/** The codes and names by which a line's item is found, the surest first. */
type ItemNames = { codes: readonly string[]; names: readonly string[] }

type Item = { item: string; unit: string }

/**
 * Finds the names that the accounts use, by the mappings that a person confirmed. Something without a mapping becomes a problem and gets
 * the name ''. In this way, one run collects everything that a document still needs.
 */
export class Lookup {
  readonly #mappings: Mappings
  readonly #problems = new Map<string, Problem>()

  constructor(mappings: Mappings) {
    this.#mappings = mappings
  }

  get problems(): Problem[] {
    return [...this.#problems.values()]
  }

  /** Records a reason in the paper itself that keeps it out of the accounts. */
  refuse(problem: Problem): void {
    this.#problems.set(`${problem.code} ${problem.field} ${problem.message}`, problem)
  }

  voucherType(kind: VoucherKind): string {
    return this.#take(
      { kind: 'voucher_type', field: `voucher_type:${kind}`, ours: kind },
      this.#mappings.voucher_types[kind],
      'type_missing',
    )
  }

  /**
   * The ledger of a role. If a role with a rate, such as `cgst_input:9`, has no mapping, the role without the rate, `cgst_input`, counts:
   * most shops have one ledger for all rates. Bank accounts are an exception, because one account never stands for another.
   */
  ledger(role: string, ours: string): string {
    const { ledgers } = this.#mappings
    const [base = role] = role.split(':')
    const isOwn = this.#hasLedger(role) || base === 'bank'
    const found = ledgers[isOwn ? role : base]
    return this.#take({ kind: 'ledger', field: `ledger:${role}`, ours }, found, 'ledger_missing')
  }

  /** Whether a ledger is one of the shop's own accounts. Money only moves between these. */
  isOwnAccount(ledger: string): boolean {
    return Object.entries(this.#mappings.ledgers).some(
      ([role, name]) => (role === 'cash' || role.startsWith('bank')) && name === ledger,
    )
  }

  /** Finds a party by GSTIN. The name counts if one of the two has no GSTIN. A chain has one name, but a GSTIN in each state. */
  party(gstin: string, name: string): string {
    const field = `party:${gstin}|${name}`
    const need: Need = { kind: 'party', field, ours: name === '' ? gstin : name }
    return this.#take(need, this.partyIfMapped(gstin, name), 'ledger_missing')
  }

  /** The ledger of a party. Undefined if nobody has mapped the party. */
  partyIfMapped(gstin: string, name: string): string | undefined {
    const { parties } = this.#mappings
    const byGstin = gstin === '' ? undefined : parties.find((party) => party.gstin === gstin)
    if (byGstin !== undefined) return byGstin.ledger
    return name === '' ? undefined : this.#onlyNamed(gstin, foldText(name))
  }

  /**
   * The ledger that is mapped to the name without a GSTIN, else to sellers of this name. If several ledgers remain, a person must decide.
   */
  #onlyNamed(gstin: string, folded: string): string | undefined {
    const named = this.#mappings.parties.filter(
      (party) => (gstin === '' || party.gstin === '') && foldText(party.name) === folded,
    )
    const alone = named.filter((party) => party.gstin === '')
    const [ledger, ...others] = new Set((alone.length > 0 ? alone : named).map((one) => one.ledger))
    return others.length === 0 ? ledger : undefined
  }

  /** The stock item of a line, with its base unit in the books. */
  item({ codes, names }: ItemNames): Item {
    const [ours = ''] = names
    const found = this.#findItem(codes, names)
    const need: Need = { kind: 'item', field: `item:${ours}`, ours }
    return { item: this.#take(need, found?.item, 'item_missing'), unit: found?.unit ?? '' }
  }

  /** The unit's name in the accounts. The item's own unit counts if the line prints none, or prints the same word. */
  unit(ours: string, itemsUnit: string): string {
    if (itemsUnit !== '' && (ours === '' || foldText(ours) === foldText(itemsUnit)))
      return itemsUnit
    const folded = foldText(ours)
    const found = this.#mappings.units.find((unit) => foldText(unit.ours) === folded)?.theirs
    return this.#take({ kind: 'unit', field: `unit:${ours}`, ours }, found, 'unit_missing')
  }

  godown(): string {
    const need: Need = { kind: 'godown', field: 'godown', ours: 'Where goods are kept' }
    return this.#take(need, this.#mappings.godown, 'godown_missing')
  }

  #hasLedger(role: string): boolean {
    return (this.#mappings.ledgers[role] ?? '') !== ''
  }

  #findItem(codes: readonly string[], names: readonly string[]): Item | undefined {
    const { items } = this.#mappings
    for (const code of codes) {
      const found = items.find(({ sku }) => sku !== '' && sku === code)
      if (found !== undefined) return found
    }
    for (const name of names.map(foldText)) {
      const found = items.find((item) => foldText(item.name) === name)
      if (found !== undefined) return found
    }
    return undefined
  }

  #take(need: Need, found: string | undefined, code: Problem['code']): string {
    if (found !== undefined && found !== '') return found
    this.refuse({ code, field: need.field, message: sentenceOf(need) })
    return ''
  }
}

function sentenceOf({ kind, ours }: Need): string {
  switch (kind) {
    case 'party':
      return `Nobody has said yet which ledger is ${ours === '' ? 'the seller' : `“${ours}”`}.`
    case 'ledger':
      return `Nobody has said yet which ledger takes ${ours}.`
    case 'item':
      return `Nobody has said yet which stock item is “${ours}”.`
    case 'unit':
      return ours === '' ? 'A line names no unit.' : `Nobody has said yet which unit is “${ours}”.`
    case 'godown':
      return 'Nobody has said yet which godown the goods go to.'
    case 'voucher_type':
      return `Nobody has said yet which voucher type is for ${ours.replace('_', ' ')}.`
  }
}

const words = <Word extends string>(...choices: Word[]) =>
  Type.Union(choices.map((choice) => Type.Literal(choice)))

const text = Type.String()

/** The names of the voucher types in the accounts. */
const voucherTypes = Type.Object({
  purchase: text,
  purchase_items: text,
  debit_note: text,
  credit_note: text,
  sales_order: text,
  sales: text,
  payment: text,
  receipt: text,
  contra: text,
} satisfies Record<VoucherKind, typeof text>)

/** The mappings that a person confirmed, as `GET bridge/mappings` returns them. The answer may have more fields. */
const mappingsSchema = Type.Object({
  revision: Type.String(),
  /** The shop's own GSTIN, or '' if the shop is not registered. */
  own_gstin: Type.String(),
  settings: Type.Object({
    invoice_as: words('accounting', 'items'),
    date_from: words('paper', 'today'),
    order_as: words('sales_order', 'sales'),
    already_present: words('ask', 'acknowledge'),
    as_optional: Type.Boolean(),
    /** An older Daybook does not send this. */
    gst_scheme: Type.Optional(words('regular', 'composition')),
  }),
  voucher_types: voucherTypes,
  /** By role: see `roles` in `books/mapping/propose.ts`. */
  ledgers: Type.Record(Type.String(), Type.String()),
  parties: Type.Array(
    Type.Object({ gstin: Type.String(), name: Type.String(), ledger: Type.String() }),
  ),
  items: Type.Array(
    Type.Object({
      name: Type.String(),
      sku: Type.String(),
      item: Type.String(),
      unit: Type.String({ description: "The item's base unit in the books, '' when unknown." }),
    }),
  ),
  units: Type.Array(Type.Object({ ours: Type.String(), theirs: Type.String() })),
  godown: Type.String(),
})

export type Mappings = Static<typeof mappingsSchema>

/** Throws AppError `internal` if the answer has another form: the server is older or newer than this program. */
export function readMappings(answer: unknown): Mappings {
  if (Value.Check(mappingsSchema, answer)) return answer
  const [first] = Value.Errors(mappingsSchema, answer)
  throw new AppError(
    'internal',
    `Daybook answered mappings that this bridge does not understand (${first?.path ?? ''}): both must be of one version.`,
  )
}
