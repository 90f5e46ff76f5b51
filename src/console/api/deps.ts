import type { PasskeyDeps } from '../../accounts/passkeys/passkeys.ts'
import type { PairingCodes } from '../../accounts/keys/pairing-codes.ts'
import type { SignInDeps } from '../../accounts/entry/sign-in.ts'
import type { ConfirmedSessions } from '../../accounts/users/passwords.ts'
import type { BackupJobs } from '../../platform/backup/backup-jobs.ts'
import type { RestoreDesk } from '../../platform/backup/restore-desk.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import type { ShopNetwork } from '../../platform/http/listening/addresses.ts'
import type { Log } from '../../platform/log.ts'
import type { OffsiteJobs } from '../../platform/offsite/offsite.ts'
import type { StandbyAnswers } from '../../platform/http/standby.ts'
import type { First } from '../../platform/replica/first.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import type { CleanupJobs, Retention } from '../../platform/upkeep/retention.ts'
import type {
  Archiver,
  FilePasswords,
  FolderWatch,
  Reader,
  ScanExportDeps,
} from '../../services/scan-export/service.ts'
import type { TestCopy } from '../../test-copy/test-copy.ts'
import type { Catalogue, StorefrontDeps } from '../../services/storefront/service.ts'

/** What the console works with; made once when the app is put together. */
export type ConsoleDeps = SignInDeps &
  PasskeyDeps & {
    dir: DataDir
    log: Log
    confirmed: ConfirmedSessions
    pairing: PairingCodes
    network: ShopNetwork
    scanExport: ScanExportDeps
    storefront: StorefrontDeps
    /** What is kept of the catalogue in memory. */
    catalogue: Catalogue
    retention: Retention
    backups: BackupJobs
    /** Undefined where the server cannot stop and come back by itself. */
    restores: RestoreDesk | undefined
    /** Copies of backups in a second place. */
    offsite: OffsiteJobs
    /** How the continuous copies go; undefined where none are made. */
    copies: Pick<First, 'status'> | undefined
    /** What keeps a standby from following; left out where this is none. */
    standby?: Pick<StandbyAnswers, 'problem'> | undefined
    /** Pages of documents as pictures. */
    pictures: Pictures
    /** Daybook's own reader. */
    reader: Reader
    /** What opens locked files. */
    passwords: FilePasswords
    /** Folders whose files become documents. */
    folders: FolderWatch
    /** Documents in a folder of the shop's. */
    archive: Archiver
    cleanup: CleanupJobs
    /** What test keys work on; undefined on a copy of the book. */
    testCopy: TestCopy | undefined
    /** Who may sign in without being told a secret; null but in the demo. */
    demo: { email: string; password: string } | null
    /** The configured public address. */
    publicUrl: string | undefined
  }
