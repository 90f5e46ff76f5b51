import type { SignInParts } from '../../accounts/sign-in.ts'
import type { DataDir } from '../../platform/data-dir.ts'
import type { Log } from '../../platform/log.ts'
import type { Network } from '../../platform/http/network.ts'
import type { ScanExportParts } from '../../services/scan-export/service.ts'

/** What the console works with; made once when the app is put together. */
export type ConsoleParts = SignInParts & {
  dir: DataDir
  log: Log
  network: Network
  scanExport: ScanExportParts
  /** The configured public address. */
  publicUrl: string | undefined
}
