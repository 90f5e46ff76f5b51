import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { owner, signIn, type Shop } from '../crash-loop/shop.ts'
import type { Processes } from '../crash-loop/processes.ts'
import type { Taken } from './samples.ts'

/** Pauses between two of each, in milliseconds. */
const pauses = { page: 250, photo: 15_000, command: 20_000 }

/** What the pages of somebody who looks around ask for. */
const pages = ['home', 'today', 'documents', 'orders', 'products', 'activity', 'settings/nightly']

/** A photo that Daybook reads; each time a byte more, so that it is another document. */
const photo = join(import.meta.dir, '../../test/reader/pages/indic/hindi.jpg')

type OfficeInput = {
  shop: Shop
  url: string
  processes: Processes
  password: string
  /** Where backups are copied to. */
  place: string
  stop: AbortSignal
  now: () => number
  /** What went wrong: it ends the run. */
  report(detail: string): void
}

/** What happens in the back office beside the programs: pages, photos that are read, exports, backups, their copies, the cleanup. */
export async function runOffice(input: OfficeInput): Promise<{ taken: Taken[]; done: string }> {
  const cookie = await signIn(input.url, { email: owner, password: input.password })
  const taken: Taken[] = []
  const counts = { pages: 0, photos: 0, commands: 0 }
  const lookAround = async () => {
    const path = pages[counts.pages++ % pages.length] ?? ''
    const at = input.now()
    const begun = performance.now()
    const answer = await fetch(`${input.url}/console/api/${path}`, { headers: { cookie } })
    await answer.arrayBuffer()
    taken.push({ at, ms: performance.now() - begun })
    if (!answer.ok) input.report(`${path} answered ${answer.status}`)
  }
  const sendPhoto = async () => {
    const status = await upload(input, counts.photos++)
    if (status !== 201 && status !== 200) input.report(`a photo was answered ${status}`)
  }
  const runCommand = async () => {
    const words = commandsOf(input)[counts.commands++ % commandsOf(input).length] ?? []
    const { shop, processes } = input
    const { code, stderr } = await processes.run([...shop.daybook, ...words, '--data', shop.data])
    // The night's backup may be under way.
    if (code !== 0 && !stderr.includes('at this moment')) input.report(`${words[0]}: ${stderr}`)
  }
  await processesSet(input)
  await Promise.all([
    repeat(lookAround, pauses.page, input.stop),
    repeat(sendPhoto, pauses.photo, input.stop),
    repeat(runCommand, pauses.command, input.stop),
  ])
  const { pages: seen, photos, commands } = counts
  return { taken, done: `${seen} pages, ${photos} photos, ${commands} commands` }
}

/** In turn. The second place gets a copy of each backup; old backups stay few by hand of nobody but the night. */
function commandsOf({ shop }: OfficeInput): string[][] {
  return [
    ['backup', 'create'],
    ['offsite', 'copy'],
    ['export', 'products', join(shop.data, '../products.jsonl')],
    ['retention', 'run'],
    ['offsite', 'prove'],
    ['export', 'orders', join(shop.data, '../orders.jsonl')],
  ]
}

async function processesSet({ shop, processes, place }: OfficeInput): Promise<void> {
  const words = ['offsite', 'set', place, '--data', shop.data]
  const { code, stderr } = await processes.run([...shop.daybook, ...words])
  if (code !== 0) throw new Error(stderr)
}

async function upload({ url, shop }: OfficeInput, number: number): Promise<number> {
  const bytes = Buffer.concat([readFileSync(photo), Buffer.from(`${number} ${Date.now()}`)])
  const form = new FormData()
  form.set('category', 'vendor_invoice')
  form.set('file', new Blob([bytes], { type: 'image/jpeg' }), `photo-${number}.jpg`)
  const answer = await fetch(`${url}/scan-export/api/public/v1/scans`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${shop.keys[owner] ?? ''}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: form,
  })
  await answer.arrayBuffer()
  return answer.status
}

async function repeat(work: () => Promise<void>, ms: number, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await work()
    await Bun.sleep(ms)
  }
}
