import type { ReadProcess } from '../../../../platform/reading/read-process.ts'
import type { FilePasswords, LockedFile } from '../passwords/file-passwords.ts'
import { askReader, type Asked, type Asking } from './ask-reader.ts'

/** What was answered, and the password that opened the file, if it was locked. */
export type AskedLocked = { readonly asked: Asked; readonly password?: string }

/**
 * Has a file read that may be locked: by what somebody entered for it, else by what is kept for whoever sent it. Only what
 * has shown to be locked gets to know what is kept.
 */
export async function askLocked(
  process: ReadProcess,
  path: string,
  file: LockedFile,
  passwords: Pick<FilePasswords, 'given' | 'kept'>,
  asking: Asking,
): Promise<AskedLocked> {
  const ask = async (given: readonly string[]): Promise<AskedLocked> => {
    const context = { ...asking.context, passwords: [...given] }
    const asked = await askReader(process, path, { ...asking, context })
    const password = 'documents' in asked ? given[asked.openedBy ?? -1] : undefined
    return { asked, ...(password !== undefined && { password }) }
  }
  const given = passwords.given(file)
  const first = await ask(given === undefined ? [] : [given])
  if (!isLocked(first.asked)) return first
  const kept = await passwords.kept(file.userId)
  const second = kept.length === 0 ? first : await ask(kept)
  return isLocked(second.asked) ? first : second
}

/** Whether a file needs a password that nobody gave yet. */
export function isLocked(asked: Asked): boolean {
  return 'problem' in asked && (asked.problem === 'password' || asked.problem === 'wrong password')
}
