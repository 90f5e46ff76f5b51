import type { SignInDeps } from '../../accounts/sessions/sign-in.ts'
import type { ConfirmedSessions } from '../../accounts/users/passwords.ts'
import type { BackupJobs } from '../../platform/backup/backup-jobs.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import type { Network } from '../../platform/http/listening/addresses.ts'
import type { Log } from '../../platform/log.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import type { CleanupJobs, Retention } from '../../platform/upkeep/retention.ts'
import type {
  FilePasswords,
  FolderWatch,
  Reader,
  ScanExportDeps,
} from '../../services/scan-export/service.ts'
import type { Catalogue, StorefrontDeps } from '../../services/storefront/service.ts'

/** What the console works with; made once when the app is put together. */
export type ConsoleDeps = SignInDeps & {
  dir: DataDir
  log: Log
  confirmed: ConfirmedSessions
  network: Network
  scanExport: ScanExportDeps
  storefront: StorefrontDeps
  /** What is kept of the catalogue in memory. */
  catalogue: Catalogue
  retention: Retention
  backups: BackupJobs
  /** Pages of documents as pictures. */
  pictures: Pictures
  /** Daybook's own reader. */
  reader: Reader
  /** What opens locked files. */
  passwords: FilePasswords
  /** Folders whose files become documents. */
  folders: FolderWatch
  cleanup: CleanupJobs
  /** Who may sign in without being told a secret; null but in the demo. */
  demo: { email: string; password: string } | null
  /** The configured public address. */
  publicUrl: string | undefined
}
