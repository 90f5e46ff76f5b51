import { existsSync } from 'node:fs'
import { closeConnection, openForReading } from '../db/connection.ts'
import { bookChecks } from './book.ts'
import { folderChecks } from './folder.ts'
import { type Book, type Check, type Examined, type Finding, warning } from './finding.ts'
import { machineChecks, serverChecks } from './machine.ts'

export type NamedFinding = Finding & { name: string }

const checks: readonly Check[] = [...folderChecks, ...bookChecks, ...serverChecks, ...machineChecks]

/**
 * Checks for common problems, one after the other, also beside a running server. It changes nothing, except for some small files in the
 * data directory that it creates and deletes.
 */
export async function examine(examined: Examined): Promise<NamedFinding[]> {
  const book = openBook(examined)
  try {
    const findings: NamedFinding[] = []
    for (const check of checks) {
      const finding = await lookAt(check, { ...examined, book })
      if (finding !== undefined) findings.push({ name: check.name, ...finding })
    }
    return findings
  } finally {
    if (book !== undefined && 'conn' in book) closeConnection(book.conn)
  }
}

function openBook({ dir }: Examined): Book {
  if (!existsSync(dir.database)) return undefined
  try {
    return { conn: openForReading(dir.database) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

async function lookAt(
  check: Check,
  examined: Examined & { book: Book },
): Promise<Finding | undefined> {
  try {
    return await check.look(examined)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return warning(
      `This could not be looked at: ${reason}`,
      'Send the file that "daybook report" writes to whoever helps you.',
    )
  }
}

const marks = { good: 'ok     ', warning: 'look   ', bad: 'WRONG  ' } as const

/** A finding as lines for a terminal. */
export function linesOf(finding: NamedFinding): string[] {
  const { state, name, says } = finding
  const first = `${marks[state]}${name.padEnd(nameWidth)}${says}`
  return state === 'good' ? [first] : [first, `${' '.repeat(7 + nameWidth)}${finding.remedy}`]
}

const nameWidth = Math.max(...checks.map(({ name }) => name.length)) + 2

/** All findings, and the number of each kind. */
export function textOf(findings: readonly NamedFinding[]): string[] {
  return [...findings.flatMap(linesOf), '', summaryOf(findings)]
}

/** The number of each kind, as a sentence. */
export function summaryOf(findings: readonly NamedFinding[]): string {
  const countOf = (state: Finding['state']) =>
    findings.filter((finding) => finding.state === state).length
  const [wrong, doubtful] = [countOf('bad'), countOf('warning')]
  if (wrong + doubtful === 0) return `${findings.length} things looked at, all in order.`
  return `${findings.length} things looked at: ${wrong} wrong, ${doubtful} to look at.`
}
