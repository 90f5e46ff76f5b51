import type {
  ArchiveLine,
  ArchiveOrder,
  ArchiveProcess,
} from '../../../platform/archive/archive-process.ts'
import type { DataDir } from '../../../platform/disk/data-dir.ts'
import { AppError } from '../../../platform/errors.ts'
import { shownOffsite } from '../../../platform/offsite/offsite.ts'
import { shownPublishing } from '../../../platform/offsite/published-images.ts'
import { readSetting } from '../../../platform/settings.ts'
import type { ScanExportDeps } from '../deps.ts'
import { foldersSetting } from '../folders/watched.ts'

export type ArchiverDeps = ScanExportDeps & { dir: DataDir; process: ArchiveProcess }

/** Throws AppError `unavailable` when nothing can be archived, and `conflict` while another process is archiving. */
export async function carryOut(
  { process }: ArchiverDeps,
  order: ArchiveOrder,
  signal: AbortSignal,
  hear: (line: ArchiveLine) => void,
): Promise<void> {
  let refusal: AppError | undefined
  await process.carryOut(
    order,
    (line) => {
      if ('busy' in line) refusal = busy()
      else if ('problem' in line && line.id === null) {
        refusal = new AppError('unavailable', line.problem)
      } else hear(line)
    },
    signal,
  )
  if (refusal !== undefined) throw refusal
}

/** Folders that an archive may not be, contain or lie in: the data directory, and the folders of other settings. */
export function ownFolders({ dir, database: { read } }: ArchiverDeps) {
  const watched = readSetting(read, foldersSetting).map(({ path }) => path)
  const places = [shownOffsite(read), shownPublishing(read)].flatMap((shown) =>
    shown?.place.kind === 'folder' ? [shown.place.path] : [],
  )
  return { dataRoot: dir.root, others: [...watched, ...places] }
}

export function busy(): AppError {
  return new AppError('conflict', 'Documents are being archived at this moment.')
}
