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
import type { StandbyAnswers } from '../../platform/http/request.ts'
import type { First } from '../../platform/replica/first.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import type { CleanupJobs, Retention } from '../../platform/upkeep/retention.ts'
import type {
  Archiver,
  FolderWatch,
  Reader,
  ScanExportDeps,
} from '../../services/scan-export/service.ts'
import type { FilePasswords } from '../../services/scan-export/reading/passwords/file-passwords.ts'
import type { TestCopy } from '../../test-copy/test-copy.ts'
import type { Catalogue, StorefrontDeps } from '../../services/storefront/service.ts'

/** Everything the console needs. Made once when the app starts. */
export type ConsoleDeps = SignInDeps &
  PasskeyDeps & {
    dir: DataDir
    log: Log
    confirmed: ConfirmedSessions
    pairing: PairingCodes
    network: ShopNetwork
    scanExport: ScanExportDeps
    storefront: StorefrontDeps
    /** The parts of the catalogue kept in memory. */
    catalogue: Catalogue
    retention: Retention
    backups: BackupJobs
    /** Undefined if the server cannot restart by itself. */
    restores: RestoreDesk | undefined
    /** Copies of backups in a second place. */
    offsite: OffsiteJobs
    /** The state of the continuous copies. Undefined without them. */
    copies: Pick<First, 'status'> | undefined
    /** Why a standby does not follow. Left out if this is no standby. */
    standby?: Pick<StandbyAnswers, 'problem'> | undefined
    /** Pages of documents as pictures. */
    pictures: Pictures
    /** Daybook's own reader. */
    reader: Reader
    /** Passwords of locked files. */
    passwords: FilePasswords
    /** Folders whose files become documents. */
    folders: FolderWatch
    /** Copies of documents in a folder of the shop. */
    archive: Archiver
    cleanup: CleanupJobs
    /** The copy for test keys. Undefined if this book is itself a copy. */
    testCopy: TestCopy | undefined
    /** The demo's public sign-in. Null outside the demo. */
    demo: { email: string; password: string } | null
    /** The configured public address. */
    publicUrl: string | undefined
  }
