import { dataDir, type DataDir } from '../disk/data-dir.ts'
import { removeFile } from '../disk/durable.ts'
import { AppError } from '../errors.ts'
import type { WorkerInput, WorkerMessage } from './backup-jobs.ts'
import { requireBackup, workFolder } from './backups-folder.ts'
import { makeBackup } from './create-backup.ts'
import type { Manifest, WatchStep } from './archive.ts'
import { unpackFolder } from './restore-journal.ts'
import { asUnpackRefusal, checkBackup, unpackBackup } from './unpack-backup.ts'

declare const self: Worker

/** How often to report progress, in milliseconds: nobody sees more. */
const tellEveryMs = 200

self.addEventListener('message', (event: MessageEvent<WorkerInput>) => {
  void answer(event.data)
})

async function answer(input: WorkerInput): Promise<void> {
  tell(await answerOf(input))
}

async function answerOf(input: WorkerInput): Promise<WorkerMessage> {
  try {
    return await work(input)
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, message: error.message } }
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** The caller holds the folder's lock. */
async function work(input: WorkerInput): Promise<WorkerMessage> {
  const dir = dataDir(input.root)
  switch (input.task) {
    case 'make':
      return { backup: await makeBackup({ dir, ...input }, watchStep) }
    case 'verify': {
      const backup = requireBackup(dir, input.name)
      const { missing } = await checkBackup(backup.file, workFolder(dir), watchStep)
      return { backup: { ...backup, missing } }
    }
    case 'unpack':
      return { unpacked: await unpack(dir, input.file) }
  }
}

async function unpack(dir: DataDir, file: string): Promise<Manifest> {
  const folder = unpackFolder(dir)
  try {
    await removeFile(folder)
    return await unpackBackup(file, folder, 'everything', watchStep)
  } catch (error) {
    throw asUnpackRefusal(error, folder)
  }
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
