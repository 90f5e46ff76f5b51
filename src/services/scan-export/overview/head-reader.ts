import type { JsonObject } from '../../../platform/json/json.ts'
import type { Category } from '../../../paper/categories.ts'
import { mapNames } from '../delivery/delivered.ts'
import type { ScanExportDeps } from '../deps.ts'
import { normaliseDocument, readDocument } from '../../../paper/rules/normalise.ts'
import { shownHead, type ShownHead } from '../scans/shown-head.ts'

/** A document without its lines, as JSON, and in which of its states it is kept; null when nothing was read. */
export type KeptHead = {
  category: Category
  head: string | null
  headAs: 'delivered' | 'waiting' | 'read'
}

/** Brings what is kept of a scan's head to how it is delivered, and says what lists show of it. */
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
