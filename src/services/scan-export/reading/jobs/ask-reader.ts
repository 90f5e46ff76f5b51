import type { Log } from '../../../../platform/log.ts'
import type { ReadProcess } from '../../../../reader/pages/read-process.ts'
import { problems } from '../../../../reader/pages/problems.ts'
import { readAnswer, type ReadingAnswer, type ReadingContext } from '../../../../reader/answer.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { FilePasswords, LockedFile } from '../passwords/file-passwords.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { headFacts } from '../../../../paper/facts.ts'
import { normaliseDocument } from '../../../../paper/rules/normalise.ts'

/** The answer of the reader process, or how the process ended without one. */
export type Asked = ReadingAnswer | { ended: 'too slow' | 'too much memory' | 'crashed' }

type Asking = {
  context: ReadingContext
  onPage: (page: number, pages: number) => void
  signal: AbortSignal
  log: Log
}

/** Reads a file in a separate process. */
async function askReader(
  process: ReadProcess,
  file: string,
  { context, onPage, signal, log }: Asking,
): Promise<Asked> {
  const said = await process.read(file, JSON.stringify(context), onPage, signal)
  return 'text' in said ? answerIn(said.text, log) : said
}

/** Why a file could not be read, as a sentence for a clerk. */
export function whyUnread(asked: Exclude<Asked, { documents: unknown }>): string {
  return 'reason' in asked ? asked.reason : problems[asked.ended]
}

/** A malformed answer means that a file has taken over the process. It counts as a crash. */
function answerIn(text: string, log: Log): Asked {
  try {
    return readAnswer(text)
  } catch (error) {
    log.warn("The reader's answer was refused.", { error })
    return { ended: 'crashed' }
  }
}

/** The reader's answer, the password that opened a locked file, and the password that somebody had entered for it. */
export type AskedLocked = {
  readonly asked: Asked
  readonly password?: string
  readonly given?: string
}

/** The key of the kept passwords cannot be read now. */
const keyProblem = 'no key'

/**
 * Reads a file that may be locked. Tries the password that somebody entered for the file, then the kept passwords of its
 * user. The reader process gets kept passwords only for a file that proved to be locked.
 */
export async function askLocked(
  process: ReadProcess,
  path: string,
  file: LockedFile,
  passwords: Pick<FilePasswords, 'given' | 'kept'>,
  asking: Asking,
): Promise<AskedLocked> {
  const given = passwords.given(file)
  const ask = async (tried: readonly string[]): Promise<AskedLocked> => {
    const context = { ...asking.context, passwords: [...tried] }
    const asked = await askReader(process, path, { ...asking, context })
    const password = 'documents' in asked ? tried[asked.openedBy ?? -1] : undefined
    return {
      asked,
      ...(password !== undefined && { password }),
      ...(given !== undefined && { given }),
    }
  }
  const first = await ask(given === undefined ? [] : [given])
  if (!isLocked(first.asked)) return first
  const kept = await keptOr(passwords, file.userId)
  if (!Array.isArray(kept)) return { ...first, asked: kept }
  const second = kept.length === 0 ? first : await ask(kept)
  return isLocked(second.asked) ? first : second
}

async function keptOr(
  passwords: Pick<FilePasswords, 'kept'>,
  userId: string,
): Promise<string[] | { problem: string; reason: string }> {
  try {
    return await passwords.kept(userId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') {
      return { problem: keyProblem, reason: error.message }
    }
    throw error
  }
}

/** Whether a file needs a password that Daybook does not have. */
export function isLocked(asked: Asked): boolean {
  return 'problem' in asked && (asked.problem === 'password' || asked.problem === 'wrong password')
}

/** Why a file must wait until the key of the kept passwords can be read. Undefined when it need not wait. */
export function whyPutOff(asked: Asked): string | undefined {
  return 'problem' in asked && asked.problem === keyProblem ? asked.reason : undefined
}

/** The bank on a statement, as printed. '' for any other paper. */
export function bankOf(
  asked: Asked,
  { database, rules }: Pick<ScanExportDeps, 'database' | 'rules'>,
): string {
  if (!('documents' in asked)) return ''
  const [{ raw, category }] = asked.documents
  const data = normaliseDocument(raw, category, rules(database.read).rules)
  const facts = headFacts(category, data.invoice_metadata)
  return facts.kind === 'statement' ? (facts.account.bank ?? '') : ''
}
