import { findScanOwner } from '../../../../services/scan-export/overview/show-scan.ts'
import { unknownScan } from '../../../../services/scan-export/service.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { sessionOf, type Session } from '../../../api/guard.ts'

/** Throws AppError `not_found` for a missing document and for one that the session may not see. */
export function requireVisible(
  { scanExport }: Pick<ConsoleDeps, 'scanExport'>,
  request: Request,
  id: string,
): Session {
  const session = sessionOf(request)
  const uploader = findScanOwner(scanExport, id)
  if (uploader !== undefined && (session.role === 'owner' || session.userId === uploader)) {
    return session
  }
  throw unknownScan()
}
