import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noticesFile, thirdPartyNotices } from '../src/platform/notices.ts'

/** Writes the licences of what the executable contains into `folder`. */
export function writeThirdPartyNotices(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, noticesFile), thirdPartyNotices())
}
