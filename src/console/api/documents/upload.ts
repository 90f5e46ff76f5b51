import { AppError } from '../../../platform/errors.ts'
import { withinShare } from '../../../platform/files/disk-share.ts'
import { isMultipart } from '../../../platform/http/body.ts'
import { idempotencyKeyOf } from '../../../platform/http/idempotency.ts'
import {
  findSameFile,
  readMultipartUpload,
  receiveScans,
} from '../../../services/scan-export/service.ts'
import { sessionOf } from '../guard.ts'
import type { ConsoleDeps } from '../parts.ts'

type Uploaded = { items: { id: string; filename: string; status: 'pending' | 'successful' }[] }

/** The page sends each file by itself, with a key of its own: a file that is sent again is entered once. */
export async function upload(deps: ConsoleDeps, request: Request) {
  const { scanExport, log } = deps
  if (!isMultipart(request)) {
    throw new AppError('invalid_request', 'Send the files as multipart/form-data.')
  }
  const { id: keyId, userId, role } = sessionOf(request)
  const idempotencyKey = idempotencyKeyOf(request)
  const sent = await readMultipartUpload(request)
  const bringer = { keyId: null, memberId: role === 'member' ? userId : null }
  const { body } = await withinShare({ ...scanExport, log }, bringer, (store) =>
    receiveScans({ ...scanExport, store }, { keyId, userId }, { ...sent, idempotencyKey }),
  )
  const uploaded: Uploaded = JSON.parse(body)
  return { items: uploaded.items.map((item) => ({ ...item, before: cameBefore(deps, item.id) })) }
}

/** The same file came in before: the person who adds it again wants to know. */
function cameBefore({ scanExport }: ConsoleDeps, id: string) {
  const other = findSameFile(scanExport, id)
  if (other === undefined) return null
  return {
    id: other.id,
    filename: other.filename,
    createdAt: new Date(other.createdAt).toISOString(),
  }
}
