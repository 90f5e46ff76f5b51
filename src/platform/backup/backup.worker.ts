import { dataDir } from '../data-dir.ts'
import { AppError } from '../errors.ts'
import { createBackup } from './create-backup.ts'
import type { NightlyAnswer, NightlyWish } from './nightly-backup.ts'
import { removeUnpacked } from './restore-backup.ts'

declare const self: Worker

self.addEventListener('message', (event: MessageEvent<NightlyWish>) => {
  void answer(event.data)
})

async function answer(wish: NightlyWish): Promise<void> {
  self.postMessage(await answerOf(wish), [])
}

async function answerOf({ root, organisation, now }: NightlyWish): Promise<NightlyAnswer> {
  const dir = dataDir(root)
  try {
    removeUnpacked(dir)
    return { backup: await createBackup({ dir, organisation, madeBy: 'nightly', now }) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, message: error.message } }
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
