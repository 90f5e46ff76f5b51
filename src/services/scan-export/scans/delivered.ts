import type { NameMatchers } from '../../../names/matchers.ts'
import type { ScanData } from '../rename-rules/normalise.ts'
import { mapNames } from './map-names.ts'
import { retentionMs } from './rules.ts'
import type { WaitingScan } from './waiting-queries.ts'

/** Characters of finished items that are kept between calls: about 32 MB. */
const keptCharactersMax = 32 * 1024 * 1024

/** A scan's data as it is delivered now: normalised when it was queued, names mapped when it is asked for. */
export function deliveredData(scan: WaitingScan, names: NameMatchers): string {
  const data = storedData(scan)
  const mapped = mapNames(data, scan.category, names.vendors, names.products)
  return mapped === data ? scan.data : JSON.stringify(mapped)
}

/** The normalised document of a queued scan, before names are mapped. */
export function storedData(scan: WaitingScan): ScanData {
  const data: ScanData = JSON.parse(scan.data)
  return data
}

/** A scan as an item of the unsynced list, as JSON. */
export function deliveredItem(scan: WaitingScan, names: NameMatchers): string {
  const head = JSON.stringify({
    id: scan.scanId,
    ...(scan.invoiceNo === null ? {} : { invoice_no: scan.invoiceNo }),
    filename: scan.filename,
    category: scan.category,
    created_at: new Date(scan.createdAt).toISOString(),
    expires_at: new Date(scan.createdAt + retentionMs).toISOString(),
  })
  return `${head.slice(0, -1)},"data":${deliveredData(scan, names)}}`
}

/**
 * Finished items by the queue's `seq`, which never comes twice, for one version of the name lists: an integrator who
 * asks every few minutes gets the same items until it acknowledges them.
 */
export class ItemCache {
  #version = ''
  #characters = 0
  readonly #items = new Map<number, string>()

  get(seq: number, names: NameMatchers): string | undefined {
    return names.version === this.#version ? this.#items.get(seq) : undefined
  }

  set(seq: number, names: NameMatchers, item: string): void {
    if (names.version !== this.#version || this.#characters + item.length > keptCharactersMax) {
      this.#items.clear()
      this.#characters = 0
      this.#version = names.version
    }
    this.#items.set(seq, item)
    this.#characters += item.length
  }
}
