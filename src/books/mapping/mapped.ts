import { isGstin } from '../../platform/gst/gstin.ts'
import { AppError } from '../../platform/errors.ts'
import { foldText, toNfc } from '../../platform/text.ts'
import type { MasterKind } from './rules.ts'

/*
 * What must be mapped before a document can be entered: its seller, a ledger for each role, items, units, a godown and the voucher types.
 * Programs name each of these by a field, such as `party:27AAPFU0939F1ZV|Shree Traders`.
 */

export const mappedKinds = ['party', 'ledger', 'item', 'unit', 'godown', 'voucher_type'] as const

export type MappedKind = (typeof mappedKinds)[number]

/** One of our names: `ours` as papers print it, `match` as the key for look-ups. */
export type Mapped = { kind: MappedKind; ours: string; match: string }

/** The longest field in characters: the longest name, its GSTIN and the word before them. */
export const mappedFieldMax = 300

/** The kind of master for each kind of our names. */
export const masterKindOf: Readonly<Record<MappedKind, MasterKind>> = {
  party: 'ledger',
  ledger: 'ledger',
  item: 'item',
  unit: 'unit',
  godown: 'godown',
  voucher_type: 'voucher_type',
}

/** Reads a field that a program sent. Undefined for a field that cannot be mapped. */
export function readMapped(field: string): Mapped | undefined {
  const [, word = '', rest = ''] = /^([a-z_]+):?(.*)$/s.exec(toNfc(field)) ?? []
  const kind = mappedKinds.find((each) => each === word)
  const ours = rest.trim()
  if (kind === undefined || (ours === '' && kind !== 'godown')) return undefined
  return { kind, ours, match: matchOf(kind, ours) }
}

/** The same for a field that a person chose. Throws AppError `invalid_request`. */
export function requireMapped(field: string): Mapped {
  const mapped = field.length <= mappedFieldMax ? readMapped(field) : undefined
  if (mapped !== undefined) return mapped
  throw new AppError('invalid_request', 'This is nothing that can be found in the books.', {
    field: 'field',
  })
}

/** A seller's GSTIN, '' where papers have none, and name. */
export function partyOf(ours: string): { gstin: string; name: string } {
  const [gstin = '', ...name] = ours.split('|')
  return { gstin: gstin.trim().toUpperCase(), name: name.join('|').trim() }
}

/** A GSTIN identifies a seller, however papers spell the name. */
export function matchOf(kind: MappedKind, ours: string): string {
  if (kind === 'ledger' || kind === 'voucher_type') return ours
  if (kind !== 'party') return foldText(ours)
  const { gstin, name } = partyOf(ours)
  return isGstin(gstin) ? gstin : `|${foldText(name)}`
}
