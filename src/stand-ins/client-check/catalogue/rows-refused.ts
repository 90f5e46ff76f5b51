import { isJsonObject } from '../../../platform/json/json.ts'
import type { Fault } from '../scenario.ts'
import { tooMany } from './api.ts'
import { type CatalogueScenario, sending } from './staged.ts'

const plain: CatalogueScenario = {
  name: 'plain',
  title: 'Articles are sent, and arrive',
  why: 'Numbers are JSON numbers, money in rupees with at most two decimals, stock a whole number.',
  begin: (shelf) => ({ isShown: () => shelf.calls > 0 }),
}

const rowRefused: CatalogueScenario = {
  name: 'row_refused',
  title: 'One article is refused, in an answer with 200',
  why: 'The others of the call are written. Look at `summary` and `results`, tell a person what is wrong with it, and send it again when it has changed: not for ever.',
  begin(shelf) {
    shelf.refuse = (sku) => {
      if (shelf.excused.size === 0) shelf.excused.add(sku)
      return shelf.excused.has(sku) ? 'gst_pct is not the one of its HSN code.' : undefined
    }
    return { isShown: () => shelf.excused.size > 0 }
  },
}

const unknownSku: CatalogueScenario = {
  name: 'unknown_sku',
  title: 'Stock is sent for an article that Daybook does not know',
  why: 'Its row is `not_found`. Send the article with `products/bulk`, or tell a person; not its stock again and again.',
  begin(shelf) {
    let unknown: string | undefined
    shelf.finds = (sku) => {
      if (unknown === undefined) {
        unknown = sku
        shelf.excused.add(sku)
      }
      return sku !== unknown
    }
    return {
      after() {
        if (unknown !== undefined && shelf.arrived.has(unknown)) shelf.excused.delete(unknown)
      },
      isShown: () => unknown !== undefined,
      notShown: 'Your client sends no stock, or only that of articles that it sent before.',
    }
  },
}

const tooLarge: CatalogueScenario = {
  name: 'too_large',
  title: 'A call is refused with 413',
  why: 'Daybook takes 10,000 articles and 32 MiB, a proxy in front of it may take less. Send them in smaller parts.',
  begin() {
    let max: number | undefined
    let isRefused = false
    return {
      fault({ kind, body }): Fault | undefined {
        if (!sending.includes(kind) || !isJsonObject(body)) return undefined
        const list = kind === 'bulk' ? 'products' : 'updates'
        const rows = body[list]
        if (!Array.isArray(rows) || rows.length < 2) return undefined
        max ??= Math.floor(rows.length / 2)
        if (rows.length <= max) return undefined
        isRefused = true
        return { kind: 'refuse', status: 413, message: tooMany(list, rows.length, max) }
      },
      isShown: () => isRefused,
      notShown: 'Your client sends one article in a call: no part is smaller.',
    }
  },
}

const imageRefused: CatalogueScenario = {
  name: 'image_refused',
  title: 'An image is refused, and its article is written',
  why: 'A bad image is one of the `warnings` of its row. Tell a person; sending it again changes nothing.',
  begin(shelf) {
    let refused: string | undefined
    shelf.refuseImages = (sku) => {
      refused ??= sku
      return sku === refused
    }
    return {
      isShown: () => refused !== undefined,
      notShown: 'Your client sends no images.',
      problems() {
        const { calls = 0 } = shelf.sent.get(refused ?? '') ?? {}
        return calls > imageTriesMax
          ? [`${refused} was sent ${calls} times with an image that was refused each time.`]
          : []
      },
    }
  },
}

/** How often an image may be sent that was refused. */
const imageTriesMax = 5

/** What can be the matter with single articles. */
export const rowScenarios: readonly CatalogueScenario[] = [
  plain,
  rowRefused,
  unknownSku,
  tooLarge,
  imageRefused,
]
