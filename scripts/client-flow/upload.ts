import { isJsonObject, type JsonObject } from '../../src/platform/json/json.ts'
import { textOf, type Send, type Sending } from './api.ts'
import type { Ledger } from './ledger.ts'
import type { Parcel, Sheet } from './papers.ts'

const path = '/api/public/v1/scans'

/** Sends one parcel until the server answers. Every repetition has the same Idempotency-Key. */
export async function upload(
  send: Send,
  ledger: Ledger,
  user: string,
  parcel: Parcel,
): Promise<void> {
  const { key, sheets } = parcel
  ledger.append([{ type: 'sending', user, key, papers: sheets.map(({ paper }) => paper) }])
  const answer = await send(sendingOf(parcel))
  ledger.append([{ type: 'uploaded', user, key, ids: idsOf(answer, sheets) }])
}

function sendingOf({ key, sheets }: Parcel): Sending {
  const headers = { 'idempotency-key': key }
  const [first] = sheets
  if (first === undefined) throw new RangeError('There is nothing to send.')
  const { paper, raw, bytes } = first
  if (bytes === undefined) {
    const { category, filename } = paper
    return { method: 'POST', path, headers, body: JSON.stringify({ category, filename, raw }) }
  }
  const form = new FormData()
  form.set('category', paper.category)
  for (const sheet of sheets) form.append('files', fileOf(sheet))
  if (raw !== undefined) form.set('raw', JSON.stringify(raw))
  return { method: 'POST', path, headers, body: form }
}

function fileOf({ paper, bytes }: Sheet): File {
  return new File([bytes ?? ''], paper.filename, { type: 'application/pdf' })
}

/** The answer must name the files that were sent, in the order in which they were sent. */
function idsOf(answer: JsonObject, sheets: readonly Sheet[]): string[] {
  const items = Array.isArray(answer['items']) ? answer['items'].filter(isJsonObject) : []
  const told = items.map((item) => `${textOf(item, 'filename')} ${textOf(item, 'status')}`)
  const sent = sheets.map(
    ({ paper }) => `${paper.filename} ${paper.eligible ? 'successful' : 'pending'}`,
  )
  if (told.join() !== sent.join()) {
    throw new Error(`The upload of ${sent.join()} was answered with ${told.join()}.`)
  }
  return items.map((item) => textOf(item, 'id'))
}
