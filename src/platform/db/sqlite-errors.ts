import { SQLiteError } from 'bun:sqlite'
import { AppError, hasCode } from '../errors.ts'

export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code ?? '').startsWith('SQLITE_BUSY')
}

/** The codes of SQLite and the system for a full disk, or for a user's full quota. */
const diskFullCodes = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT']

function isDiskFull(error: unknown): boolean {
  return hasCode(error, diskFullCodes)
}

/** Turns errors of SQLite and the system about the disk and locks into a sentence. Returns any other error unchanged. */
export function asRefusal(error: unknown): unknown {
  if (isDiskFull(error)) return diskFullRefusal()
  if (isBusy(error)) return busyRefusal()
  return error
}

/** SQLite's codes for a disk that fails. */
const diskFaultCode = /^SQLITE_(IOERR|CANTOPEN|READONLY|PERM|AUTH|CORRUPT|NOTADB)/

/** Why the disk failed, for the person at the computer. Undefined for any other error. */
export function diskSentence(error: unknown): string | undefined {
  const refusal = asRefusal(error)
  if (refusal instanceof AppError) return refusal.message
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (!diskFaultCode.test(code) && !('syscall' in error)) return diskSentence(error.cause)
  const reason = error.message.includes(code) ? error.message : `${error.message} (${code})`
  return `The disk failed, or this user may not use it: ${reason}. Check both, and try again.`
}

function diskFullRefusal(): AppError {
  return new AppError(
    'out_of_space',
    'The disk that holds the data is full: nothing was written. Free some space and send the request again.',
  )
}

export function overloadedRefusal(): AppError {
  return new AppError(
    'unavailable',
    'More is waiting to be written than can be soon: nothing was written. Send the request again in a few seconds.',
    { retryAfterSeconds: 5 },
  )
}

function busyRefusal(): AppError {
  return new AppError(
    'unavailable',
    'Another program is writing to the data: nothing was written. Send the request again in a few seconds.',
    { retryAfterSeconds: 5 },
  )
}
