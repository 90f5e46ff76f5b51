import { isGstin } from '../../platform/gst/gstin.ts'
import { AppError } from '../../platform/errors.ts'
import { foldText, toNfc } from '../../platform/text.ts'
import type { MasterKind } from './rules.ts'

/*
 * What of a document has to be known in the books before it can be entered: its seller, a ledger for each role, items, units, a godown and
 * the types of vouchers. A program names each by a field, such as `party:27AAPFU0939F1ZV|Shree Traders`.
 */

export const mappedKinds = ['party', 'ledger', 'item', 'unit', 'godown', 'voucher_type'] as const

export type MappedKind = (typeof mappedKinds)[number]

/** Something of ours that is to be found in the books: `ours` as papers say it, `match` as it is looked up. */
export type Mapped = { kind: MappedKind; ours: string; match: string }

/** Length of a field, in characters: the longest name, its GSTIN and the word before them. */
export const mappedFieldMax = 300

/** Which masters something of ours may be. */
export const masterKindOf: Readonly<Record<MappedKind, MasterKind>> = {
  party: 'ledger',
  ledger: 'ledger',
  item: 'item',
  unit: 'unit',
  godown: 'godown',
  voucher_type: 'voucher_type',
}

/** Reads a field as programs send it; undefined for one that nothing can be mapped for. */
export function readMapped(field: string): Mapped | undefined {
  const [, word = '', rest = ''] = /^([a-z_]+):?(.*)$/s.exec(toNfc(field)) ?? []
  const kind = mappedKinds.find((each) => each === word)
  const ours = rest.trim()
  if (kind === undefined || (ours === '' && kind !== 'godown')) return undefined
  return { kind, ours, match: matchOf(kind, ours) }
}

/** The same, for what somebody chose. Throws AppError `invalid_request`. */
export function requireMapped(field: string): Mapped {
  const mapped = field.length <= mappedFieldMax ? readMapped(field) : undefined
  if (mapped !== undefined) return mapped
  throw new AppError('invalid_request', 'This is nothing that can be found in the books.', {
    field: 'field',
  })
}

/** A seller: its GSTIN, '' where its papers have none, and its name. */
export function partyOf(ours: string): { gstin: string; name: string } {
  const [gstin = '', ...name] = ours.split('|')
  return { gstin: gstin.trim().toUpperCase(), name: name.join('|').trim() }
}

/** One GSTIN is one seller, however its papers write the name. */
export function matchOf(kind: MappedKind, ours: string): string {
  if (kind === 'ledger' || kind === 'voucher_type') return ours
  if (kind !== 'party') return foldText(ours)
  const { gstin, name } = partyOf(ours)
  return isGstin(gstin) ? gstin : `|${foldText(name)}`
}
