import { Elysia } from 'elysia'
import { bringerOf, callerOf } from '../../../accounts/keys/guard.ts'
import { withinShare } from '../../../platform/files/disk-share.ts'
import { isMultipart } from '../../../platform/http/body.ts'
import { idempotencyKeyOf } from '../../../platform/http/idempotency.ts'
import { jsonReply } from '../../../platform/http/reply.ts'
import { contextOf } from '../../../platform/http/request.ts'
import type { Log } from '../../../platform/log.ts'
import type { ScanExportDeps } from '../deps.ts'
import { describeWrite } from '../api.ts'
import { readJsonUpload, readMultipartUpload } from './read-upload.ts'
import { receiveScans } from './receive-scans.ts'
import { scanFiles, scanUpload, uploadAnswer } from './schemas.ts'

export function intakeRoutes(deps: ScanExportDeps, log: Log) {
  const receive = receiver(deps, log)
  return new Elysia()
    .post(
      '/api/public/v1/scans',
      receive,
      describeWrite({
        ...answered,
        operationId: 'uploadScans',
        summary: 'Take documents in that another scanner read',
        description:
          'An extension of Daybook. Files come to `scans/files`; they may come here as well, as multipart/form-data. Honours Idempotency-Key.',
        // Only one form: client generators take the first of several and drop the others.
        requestBody: { required: true, content: { 'application/json': { schema: scanUpload } } },
      }),
    )
    .post(
      '/api/public/v1/scans/files',
      receive,
      describeWrite({
        ...answered,
        operationId: 'uploadScanFiles',
        summary: 'Take documents in as files',
        description:
          'An extension of Daybook. Files wait to be read unless `raw` comes with one. Honours Idempotency-Key.',
        requestBody: { required: true, content: { 'multipart/form-data': { schema: scanFiles } } },
      }),
    )
}

/** Both routes share these descriptions. */
const answered = {
  tag: 'Scans',
  answer: uploadAnswer,
  sendsWhole: true,
  status: 201,
  idempotent: true,
} as const

/** Accepts both forms at both paths. The request's content type decides. */
function receiver(deps: ScanExportDeps, log: Log) {
  return async ({ request, body }: { request: Request; body: unknown }) => {
    const idempotencyKey = idempotencyKeyOf(request)
    const upload = isMultipart(request) ? await readMultipartUpload(request) : readJsonUpload(body)
    contextOf(request).rows = upload.documents.length
    const caller = callerOf(request)
    const answer = await withinShare({ ...deps, log }, bringerOf(caller), (store) =>
      receiveScans({ ...deps, store }, caller, { ...upload, idempotencyKey }),
    )
    const replayed = answer.replayed ? { 'idempotency-replayed': 'true' } : undefined
    return jsonReply(request, answer.status, answer.body, replayed)
  }
}
