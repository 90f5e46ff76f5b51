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
  return new Elysia().post(
    '/api/public/v1/scans',
    async ({ request, body }) => {
      const idempotencyKey = idempotencyKeyOf(request)
      const upload = isMultipart(request)
        ? await readMultipartUpload(request)
        : readJsonUpload(body)
      contextOf(request).rows = upload.documents.length
      const caller = callerOf(request)
      const answer = await withinShare({ ...deps, log }, bringerOf(caller), (store) =>
        receiveScans({ ...deps, store }, caller, { ...upload, idempotencyKey }),
      )
      const replayed = answer.replayed ? { 'idempotency-replayed': 'true' } : undefined
      return jsonReply(request, answer.status, answer.body, replayed)
    },
    describeWrite({
      operationId: 'uploadScans',
      tag: 'Scans',
      summary: 'Take documents in',
      description:
        'An extension of Daybook. JSON brings what another scanner read; multipart/form-data brings files, which wait to be read unless `raw` comes with them. Honours Idempotency-Key.',
      answer: uploadAnswer,
      status: 201,
      idempotent: true,
      requestBody: {
        required: true,
        // The form first: client generators take the first alone, and Java's breaks when that is not the form.
        content: {
          'multipart/form-data': { schema: scanFiles },
          'application/json': { schema: scanUpload },
        },
      },
    }),
  )
}
