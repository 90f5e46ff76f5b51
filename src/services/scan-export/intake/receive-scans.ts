import type { Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Caller } from '../../../accounts/keys/guard.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { withStoredFiles } from '../../../platform/files/file-rows.ts'
import { acceptedKinds, judgeDocument } from '../../../platform/files/kinds.ts'
import {
  findAnswered,
  once,
  type Answer,
  type Attempt,
} from '../../../platform/http/idempotency.ts'
import { timeOfRecord } from '../../../platform/upkeep/clock-guard.ts'
import type { Category } from '../../../paper/categories.ts'
import type { ScanExportDeps } from '../deps.ts'
import { normaliseAhead, type RawDocument } from '../../../paper/rules/normalise.ts'
import { uploadAnswer } from './schemas.ts'
import { storeScan, type NewScan } from './store-scan.ts'

/** One checked document of an upload. `bytes` is null when another scanner read the document and kept the file. */
export type IncomingDocument = {
  filename: string
  bytes: Uint8Array | null
  raw: RawDocument | null
}

type Intake = {
  category: Category
  documents: readonly IncomingDocument[]
  idempotencyKey: string | undefined
}

/** `keyId`: the key that the Idempotency-Key belongs to. `userId`: who gets the scans. */
type Sender = Pick<Caller, 'keyId' | 'userId'>

type Prepared = IncomingDocument & Pick<NewScan, 'ahead' | 'document'>

/**
 * Stores uploaded documents. First the bytes go to the disk, then one command enters all scans. The same Idempotency-Key with the same
 * documents gets the first answer again. A refusal or a repeat stores nothing. Throws AppError `invalid_request`, `conflict`.
 */
export async function receiveScans(
  deps: ScanExportDeps,
  sender: Sender,
  intake: Intake,
): Promise<Answer> {
  for (const { filename, bytes } of intake.documents) {
    if (bytes !== null) requireDocument(filename, bytes)
  }
  const attempt = attemptOf(sender, intake)
  // The command checks again: the first request may still be running.
  const known = findAnswered(deps.database.read, attempt)
  // As a command: the first request may have failed because its copy was not confirmed. Then this request waits for the
  // copy.
  if (known !== undefined) return await deps.database.write(() => known)
  let prepared: Prepared[] = []
  return await withStoredFiles(
    async () => {
      const { category, documents } = intake
      prepared = await Promise.all(documents.map((document) => prepare(deps, category, document)))
    },
    () =>
      deps.database.write((conn) => enter(conn, deps, sender, intake.category, attempt, prepared)),
  )
}

/** The scans that an answer lists. */
export function uploadedScans({ body }: Answer): Static<typeof uploadAnswer>['items'] {
  return Value.Parse(uploadAnswer, JSON.parse(body)).items
}

/** Hashes all bytes. So this runs before the command, and only with an Idempotency-Key. */
function attemptOf({ keyId }: Sender, { category, documents, idempotencyKey }: Intake): Attempt {
  const requestHash = idempotencyKey === undefined ? '' : requestHashOf(category, documents)
  return { keyId, idempotencyKey, requestHash }
}

/** A hash of the request. Two sendings may differ in multipart boundaries and JSON spacing; the hash does not. */
function requestHashOf(category: Category, documents: readonly IncomingDocument[]): string {
  const asked = documents.map(({ filename, raw, bytes }) => [
    filename,
    raw,
    bytes === null ? undefined : Bun.SHA256.hash(bytes, 'hex'),
  ])
  return Bun.SHA256.hash(JSON.stringify([category, asked]), 'hex')
}

async function prepare(
  deps: ScanExportDeps,
  category: Category,
  incoming: IncomingDocument,
): Promise<Prepared> {
  const { filename, bytes, raw } = incoming
  const { rules } = deps.rules(deps.database.read)
  const ahead = raw === null ? undefined : await normaliseAhead(raw, category, rules)
  const document = bytes === null ? null : await storeOriginal(deps, filename, bytes)
  return { ...incoming, ahead, document }
}

function enter(
  conn: Conn,
  deps: ScanExportDeps,
  { userId }: Sender,
  category: Category,
  attempt: Attempt,
  prepared: readonly Prepared[],
): Answer {
  const now = timeOfRecord(conn, deps.clock.now())
  return once(conn, attempt, now, () => {
    const items = prepared.map(({ filename, raw, ahead, document }) => {
      const scan = { userId, category, filename, createdAt: now, raw, ahead, document }
      const { id, status } = storeScan(conn, deps, { ...scan, failureReason: null }, now)
      return { id, filename, status }
    })
    return { status: 201, body: JSON.stringify({ items }) }
  })
}

/**
 * Stores an original on the disk. `name` appears in a refusal. Throws AppError `invalid_request` when the bytes are no
 * document; then nothing is stored.
 */
export async function storeOriginal(
  { store }: Pick<ScanExportDeps, 'store'>,
  name: string,
  bytes: Uint8Array,
): Promise<NonNullable<NewScan['document']>> {
  const contentType = requireDocument(name, bytes)
  return { ...(await store.put('documents', bytes)), contentType }
}

/** Returns the content type. Throws AppError `invalid_request` when the bytes are no document. */
function requireDocument(name: string, bytes: Uint8Array): string {
  if (bytes.length === 0) {
    throw new AppError('invalid_request', `${name} is empty: there is nothing in the file.`)
  }
  const judged = judgeDocument(bytes)
  if (judged.contentType !== undefined) return judged.contentType
  const { known } = judged
  throw new AppError(
    'invalid_request',
    known === undefined
      ? `${name} is not a document that Daybook takes: ${acceptedKinds}.`
      : `${name} is ${known.name}, which Daybook does not take. ${known.advice}`,
  )
}
