import { type FolderState, neverSeen, lookInto } from './look-into.ts'
import type { Log } from '../../../platform/log.ts'
import { readSetting } from '../../../platform/settings.ts'
import type { ScanExportDeps } from '../deps.ts'
import { foldersSetting, type WatchedFolder } from './watched.ts'

/**
 * How often Daybook looks into folders, in milliseconds. It does not wait for change events: shared folders on other
 * computers send none. A file rests when two looks find it unchanged.
 */
const lookMs = 5_000

/** Makes documents of the files in watched folders. */
export type FolderWatch = {
  start(): void
  /** How the last look went; undefined before the first. */
  stateOf(id: string): FolderState | undefined
  stop(): Promise<void>
}

/** Looks into each folder separately: a folder on another computer that does not answer delays no other. */
export function folderWatch(
  deps: ScanExportDeps,
  { log, dataRoot }: { log: Log; dataRoot: string },
): FolderWatch {
  const states = new Map<string, FolderState>()
  const underWay = new Map<string, Promise<void>>()
  let timer: Timer | undefined
  const look = async (folder: WatchedFolder): Promise<void> => {
    const state = states.get(folder.id) ?? neverSeen
    states.set(folder.id, await lookInto({ ...deps, log, dataRoot }, folder, state))
  }
  const lookAll = (): void => {
    for (const folder of readSetting(deps.database.read, foldersSetting)) {
      if (underWay.has(folder.id)) continue
      const looking = look(folder)
        .catch((error: unknown) => log.error('A watched folder was not looked into.', { error }))
        .finally(() => underWay.delete(folder.id))
      underWay.set(folder.id, looking)
    }
  }
  return {
    start() {
      timer = setInterval(lookAll, lookMs)
    },
    stateOf: (id) => states.get(id),
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay.values())
    },
  }
}
