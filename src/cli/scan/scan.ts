import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Argument, type Command, Option } from 'commander'
import { requireUser } from '../../accounts/require-user.ts'
import { storeOf } from '../../app.ts'
import { command, type CommonOptions, withDatabase } from '../command.ts'
import { progressBar, readPassword } from '../terminal.ts'
import { categories, type Category } from '../../paper/categories.ts'
import { AppError } from '../../platform/errors.ts'
import { bodyBytesMax } from '../../platform/http/body.ts'
import type { JsonValue } from '../../platform/json/json.ts'
import { silentLog } from '../../platform/log.ts'
import { print } from '../../platform/print.ts'
import { secretsIn } from '../../platform/secrets.ts'
import { systemClock } from '../../platform/time.ts'
import { readProcess } from '../../reader/pages/read-process.ts'
import {
  askLocked,
  whyUnread,
  bankOf,
  type AskedLocked,
} from '../../services/scan-export/reading/jobs/ask-reader.ts'
import {
  enterRead,
  readOut,
  type ReadOut,
} from '../../services/scan-export/reading/jobs/store-reading.ts'
import {
  readershipOf,
  strangersReadership,
  type Readership,
} from '../../services/scan-export/reading/jobs/readership.ts'
import type { FilePasswords } from '../../services/scan-export/reading/passwords/file-passwords.ts'
import { filePasswords, scanExportDeps } from '../../services/scan-export/service.ts'

type ScanOptions = CommonOptions & { user?: string; kind?: Category; passwordStdin?: true }

/** Enters a file's documents in the book. Returns the document's id, if there is one. */
type Enter = (file: string, answered: AskedLocked) => Promise<string | undefined>

/** Who the files are read for, passwords for locked files, and where the documents go. */
type Scanning = {
  readership: Readership
  passwords: Pick<FilePasswords, 'given' | 'kept'>
  userId: string
  enter: Enter
}

export function scanCommand(): Command {
  return command(
    'scan',
    'read documents and print what they say; with --data they go into the book too',
    `daybook scan bill-041.pdf
  daybook scan --json *.pdf > read.jsonl
  daybook scan --data /srv/daybook --user ravi@example.com bill-041.pdf`,
  )
    .addArgument(new Argument('<files...>', 'PDFs, photos, e-invoices, statements'))
    .option('--user <email>', 'with --data: whose documents they become')
    .addOption(
      new Option(
        '--kind <kind>',
        'with --data: what they are (default: what each looks like)',
      ).choices(categories),
    )
    .option(
      '--password-stdin',
      'read what opens locked PDFs from standard input; a terminal asks for it',
    )
    .action(scan)
}

async function scan(files: readonly string[], options: ScanOptions, self: Command): Promise<void> {
  const { data, user } = options
  if ((data === undefined) !== (user === undefined)) {
    self.error('error: --data and --user belong together: whose documents they become')
  }
  const password = options.passwordStdin === true ? await readPassword() : undefined
  const unread =
    user === undefined
      ? await readAll(files, options, {
          readership: strangersReadership(systemClock),
          passwords: { given: () => password, kept: () => Promise.resolve([]) },
          userId: '',
          enter: () => Promise.resolve(undefined),
        })
      : await withDatabase(options, (database, dir) => {
          const deps = scanExportDeps({ database, clock: systemClock, store: storeOf(dir) })
          const { id: userId } = requireUser(database.read, user)
          const { kept, opened } = filePasswords({ ...deps, secrets: secretsIn(dir.secretKey) })
          const enter: Enter = async (file, { asked, password: opener }) => {
            const bytes = await Bun.file(file).bytes()
            const document = { userId, filename: basename(file), bytes, category: options.kind }
            const id = await enterRead(deps, document, asked)
            if (opener !== undefined)
              await opened({ userId, hash: file }, opener, bankOf(asked, deps))
            return id
          }
          const passwords = { given: () => password, kept }
          return readAll(files, options, {
            readership: readershipOf(deps),
            passwords,
            userId,
            enter,
          })
        })
  if (unread === 0) return
  throw new AppError('invalid_request', `${unread} of ${files.length} could not be read.`)
}

/** Prints each file as soon as it is read. Files that took too long are tried once more after the others. Returns how many failed. */
async function readAll(
  files: readonly string[],
  { json }: ScanOptions,
  scanning: Scanning,
): Promise<number> {
  const bar = progressBar('Reading', files.length)
  const again: string[] = []
  let [done, unread] = [0, 0]
  const show = (scanned: ScannedFile) => {
    if ('reason' in scanned) unread += 1
    print(json === true ? JSON.stringify(scanned) : linesOf(scanned).join('\n'))
    bar.update(++done)
  }
  for (const file of files) {
    const answered = refusalOf(file) ?? (await ask(file, scanning))
    if (isTooSlow(answered)) again.push(file)
    else show(await told(file, answered, scanning))
  }
  for (const file of again) show(await told(file, await ask(file, scanning), scanning))
  bar.stop()
  return unread
}

/** Why a file is not read. */
type Refusal = { problem: string; reason: string }

function refusalOf(file: string): Refusal | undefined {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) return { problem: 'missing', reason: 'There is no such file.' }
  return size > bodyBytesMax ? { problem: 'too large', reason: tooLarge } : undefined
}

async function ask(
  file: string,
  { readership, passwords, userId }: Scanning,
): Promise<AskedLocked> {
  return await askLocked(readProcess(silentLog), file, { userId, hash: file }, passwords, {
    context: readership.context(),
    onPage: () => undefined,
    signal: new AbortController().signal,
    log: silentLog,
  })
}

function isTooSlow(answered: Refusal | AskedLocked): boolean {
  return 'asked' in answered && 'ended' in answered.asked && answered.asked.ended === 'too slow'
}

async function told(
  file: string,
  answered: Refusal | AskedLocked,
  { readership, enter }: Scanning,
): Promise<ScannedFile> {
  if ('reason' in answered) return { file, ...answered }
  const id = await enter(file, answered)
  const { asked } = answered
  const entered = { file, ...(id !== undefined && { id }) }
  if (!('documents' in asked)) {
    const problem = 'problem' in asked ? asked.problem : asked.ended
    return { ...entered, problem, reason: whyUnread(asked) }
  }
  const { rules, against } = readership
  return { ...entered, documents: asked.documents.map((read) => readOut(read, rules, against)) }
}

const tooLarge = `The file is larger than ${bodyBytesMax / 1024 / 1024} MiB: send the document alone.`

/** A file and what was read of it, as the command prints it in JSON. `id` is the document's id in the book. */
type ScannedFile = { file: string; id?: string } & (
  { documents: ReadOut[] } | { problem: string; reason: string }
)

/** The width of labels in characters. */
const labelWidth = 24

/** What was read of a file, for people: fields with their source, lines, and what to check. */
export function linesOf(scanned: ScannedFile): string[] {
  if ('reason' in scanned) return [`${scanned.file}: ${scanned.reason}`]
  return scanned.documents.flatMap((document) => [
    headingOf(scanned.file, document),
    ...bodyOf(document),
    '',
  ])
}

function headingOf(file: string, { kind, pages }: ReadOut): string {
  const where = pages.length === 1 ? `page ${pages[0]}` : `pages ${pages.join(', ')}`
  return `${file}: ${kind}, ${where}`
}

function bodyOf({ raw, explain, doubts }: ReadOut): string[] {
  const fields = Object.entries(raw.invoice_metadata).map(([label, value]) => {
    const reason = explain[`invoice_metadata.${label}`]
    const source = reason === undefined ? '' : `  (${sourceOf(reason)})`
    return `  ${label.padEnd(labelWidth)} ${shown(value)}${source}`
  })
  const lines = raw.line_items.map(
    (line, at) =>
      `  ${String(at + 1).padStart(3)}  ${Object.entries(line)
        .map(([label, value]) => `${label}: ${shown(value)}`)
        .join(' · ')}`,
  )
  const checks = doubts.map(({ line, message }) =>
    line === undefined ? `  ! ${message}` : `  ! Line ${line + 1}: ${message}`,
  )
  return [...fields, ...lines, ...checks]
}

function shown(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function sourceOf({ source, page, confidence }: ReadOut['explain'][string]): string {
  const sure = confidence < 1 ? [`${Math.round(confidence * 100)} %`] : []
  return [source, ...(page === undefined ? [] : [`page ${page}`]), ...sure].join(', ')
}
