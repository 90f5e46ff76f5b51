import type { FilePasswords } from '../../src/services/scan-export/reading/passwords/file-passwords.ts'

/** For readers of files that are not locked. */
export const noPasswords: FilePasswords = {
  give: () => undefined,
  takeBack: () => undefined,
  given: () => undefined,
  known: () => Promise.resolve([]),
  kept: () => Promise.resolve([]),
  isReady: () => Promise.resolve(true),
  isUsable: () => Promise.resolve(false),
  opened: () => Promise.resolve(),
}
