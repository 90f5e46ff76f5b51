import type { Random } from '../demo/random.ts'
import { categories } from '../../src/paper/categories.ts'
import { textOf, type Send } from './api.ts'
import type { Ledger, Named } from './ledger.ts'
import { tokenLabel } from './papers.ts'
import { isJsonObject, type JsonObject } from '../../src/platform/json/json.ts'

const path = '/api/public/v1/scans'
const limits = [1, 3, 20, 100, 500]

/** Items of one page when the whole list is walked. */
const pageSize = 20

/** How often the accounting system refuses an item, which then comes again with the next call. */
const refusedByErp = 0.05

type Item = { id: string; filename: string; invoiceNo: string | null; createdAt: string }

export type Page = { items: Item[]; waiting: number; next: string | null }

/**
 * One round of the integrator: fetch, write down, mark as synced, write down that. `whole` asks for everything there
 * is; otherwise limit, category and the way of marking vary. Returns how many items came.
 */
export async function deliverOnce(
  send: Send,
  ledger: Ledger,
  user: string,
  random: Random,
  whole: boolean,
): Promise<number> {
  const { items } = await fetchPage(send, whole ? '' : someQuery(random))
  ledger.append(
    items.map(({ id, filename, invoiceNo }) => ({
      type: 'delivered',
      user,
      id,
      filename,
      invoice_no: invoiceNo,
    })),
  )
  const imported = whole ? items : items.filter(() => !random.chance(refusedByErp))
  if (imported.length === 0) return items.length
  const named = nameScans(random, imported)
  ledger.append([{ type: 'marking', user, ...named }])
  const body = JSON.stringify({ ...named, source: 'client flow' })
  const answer = await send({ method: 'POST', path: `${path}/mark-synced`, body })
  const { updated } = answer
  if (typeof updated !== 'number') throw new Error(`${JSON.stringify(answer)} lacks updated.`)
  const syncedAt = textOf(answer, 'synced_at')
  ledger.append([{ type: 'acknowledged', user, ...named, updated, synced_at: syncedAt }])
  return items.length
}

/** Pause after an answer with nothing, in milliseconds: a real client asks every few minutes. */
const idlePauseMs = 50

/** A list of what waits, and how some of it, or all that is there, is taken. */
type Taking = {
  pageAt(query: string): Promise<Pick<Page, 'waiting' | 'next'> & { items: readonly unknown[] }>
  /** Returns how many items came. */
  takeOnce(whole: boolean): Promise<number>
}

/** Takes what comes until no more will come, and then what is left. Throws where the list is not as long as it says. */
export async function takeAll(taking: Taking, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const came = await taking.takeOnce(false)
    if (came === 0) await Bun.sleep(idlePauseMs)
  }
  await requireCountOf(taking)
  while ((await taking.takeOnce(true)) > 0) {
    // Repeats until an answer is empty.
  }
}

/** Walks the whole list without marking. */
async function requireCountOf({ pageAt }: Taking): Promise<void> {
  const { items, waiting, ...first } = await pageAt(`?limit=${pageSize}`)
  let [count, next] = [items.length, first.next]
  while (next !== null) {
    const page = await pageAt(`?limit=${pageSize}&after=${next}`)
    count += page.items.length
    next = page.next
  }
  if (count !== waiting) throw new Error(`waiting said ${waiting}, and the list holds ${count}.`)
}

/** What waits at the end. */
export async function fetchPage(send: Send, query: string): Promise<Page> {
  const answer = await send({ method: 'GET', path: `${path}/unsynced${query}` })
  const { count, waiting, next } = answer
  const items = Array.isArray(answer['items']) ? answer['items'].filter(isJsonObject) : []
  const page = {
    items: items.map(itemOf),
    waiting: Number(waiting),
    next: typeof next === 'string' ? next : null,
  }
  if (count !== items.length) {
    throw new Error(`count says ${JSON.stringify(count)}, the list holds ${items.length}.`)
  }
  requireOrder(page.items)
  requireOneOfEachNumber(page.items)
  return page
}

function itemOf(item: JsonObject): Item {
  const { invoice_no: invoiceNo, data } = item
  const filename = textOf(item, 'filename')
  const metadata = isJsonObject(data) ? data['invoice_metadata'] : undefined
  const token = isJsonObject(metadata) ? metadata[tokenLabel] : undefined
  if (token !== undefined && token !== filename) {
    throw new Error(`${filename} came with the data of ${JSON.stringify(token)}.`)
  }
  return {
    id: textOf(item, 'id'),
    filename,
    invoiceNo: typeof invoiceNo === 'string' ? invoiceNo : null,
    createdAt: textOf(item, 'created_at'),
  }
}

function requireOrder(items: readonly Item[]): void {
  const places = items.map(({ createdAt, id }) => `${createdAt} ${id}`)
  if (places.join() !== places.toSorted().join()) throw new Error('The list is not in its order.')
}

function requireOneOfEachNumber(items: readonly Item[]): void {
  const numbers = items.flatMap(({ invoiceNo }) => invoiceNo ?? [])
  if (new Set(numbers).size !== numbers.length) {
    throw new Error('The list holds two scans with one invoice number.')
  }
}

function someQuery(random: Random): string {
  const limit = `?limit=${random.pick(limits)}`
  return random.chance(0.3) ? `${limit}&category=${random.pick(categories)}` : limit
}

/** By id, by number, or both; what has no number only by id. */
function nameScans(random: Random, items: readonly Item[]): Named {
  const numbers = items.flatMap(({ invoiceNo }) => invoiceNo ?? [])
  const all = items.map(({ id }) => id)
  if (random.chance(0.6)) return { ids: all, invoice_nos: [] }
  if (random.chance(0.5)) return { ids: all, invoice_nos: numbers }
  const numberless = items.filter(({ invoiceNo }) => invoiceNo === null).map(({ id }) => id)
  return { ids: numberless, invoice_nos: numbers }
}
