import { dataDir } from '../disk/data-dir.ts'
import { AppError } from '../errors.ts'
import type { WorkerMessage, WorkerInput } from './ask-worker.ts'
import { requireBackup, workFolder } from './backups-folder.ts'
import { makeBackup, type MadeBackup } from './create-backup.ts'
import { removeUnpacked } from './restore-backup.ts'
import { checkBackup } from './unpack-backup.ts'
import type { WatchStep } from './archive.ts'

declare const self: Worker

/** How often it says how far it is, in milliseconds: more than that nobody sees. */
const tellEveryMs = 200

self.addEventListener('message', (event: MessageEvent<WorkerInput>) => {
  void answer(event.data)
})

async function answer(input: WorkerInput): Promise<void> {
  tell(await answerOf(input))
}

async function answerOf(input: WorkerInput): Promise<WorkerMessage> {
  try {
    return { backup: await work(input) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, message: error.message } }
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Who asked holds the folder's lock. */
async function work(input: WorkerInput): Promise<MadeBackup> {
  const dir = dataDir(input.root)
  if (input.task === 'verify') {
    const backup = requireBackup(dir, input.name)
    const { missing } = await checkBackup(backup.file, workFolder(dir), watchStep)
    return { ...backup, missing }
  }
  if (input.madeBy === 'nightly') await removeUnpacked(dir)
  return await makeBackup({ dir, ...input }, watchStep)
}

const watchStep: WatchStep = (step, total) => {
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    onProgress(done) {
      const now = performance.now()
      if (now - toldAt < tellEveryMs) return
      toldAt = now
      tell({ progress: { step, done, total } })
    },
  }
}

function tell(message: WorkerMessage): void {
  self.postMessage(message, [])
}
