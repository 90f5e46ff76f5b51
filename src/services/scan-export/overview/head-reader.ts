import type { JsonObject } from '../../../platform/json/json.ts'
import type { Category } from '../../../paper/categories.ts'
import { mapNames } from '../delivery/delivered.ts'
import type { ScanExportDeps } from '../deps.ts'
import { normaliseDocument, readDocument } from '../../../paper/rules/normalise.ts'
import { shownHead, type ShownHead } from '../scans/shown-head.ts'

/** A document without its lines, as JSON, and in which state it is stored. Null when nothing was read. */
export type KeptHead = {
  category: Category
  head: string | null
  headAs: 'delivered' | 'waiting' | 'read'
}

/** Turns a stored head into what lists show of it, with values as they are delivered. */
export function headReader({
  database: { read },
  names,
  rules,
}: ScanExportDeps): (kept: KeptHead) => ShownHead {
  const { vendors, products } = names(read)
  const headOf = ({ head, headAs, category }: KeptHead): JsonObject => {
    if (head === null) return {}
    const data = readDocument(head)
    if (headAs === 'delivered') return data.invoice_metadata
    if (headAs === 'waiting') return mapNames(data, category, vendors, products).invoice_metadata
    return normaliseDocument(data, category, rules(read).rules).invoice_metadata
  }
  return (kept) => shownHead(kept.category === 'bank_entry', headOf(kept))
}
