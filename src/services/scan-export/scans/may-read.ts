import type { Conn } from '../../../platform/db/connection.ts'
import { readSetting } from '../../../platform/settings.ts'
import { findDocument, findOtherPaperIn, type Scan } from './queries.ts'
import { findReading, readingSetting } from './reading-rows.ts'

/**
 * Why Daybook cannot read a scan, or read it again, as a sentence: it has no file, another program has read it, it is one of several papers
 * in a file, or reading is switched off. Undefined when Daybook can.
 */
export function whyUnreadable(conn: Conn, scan: Scan): string | undefined {
  const { id, filename, documentId, raw } = scan
  if (documentId === null) return `${filename} has no file to read: type in what it says.`
  if (raw !== null && findReading(conn).get({ id })?.reader !== 'daybook') {
    return `${filename} was read by another program: correct it by hand.`
  }
  // Reading a part of a split file again would turn each part into the first, and add the others a second time.
  const hash = findDocument(conn).get({ id: documentId })?.hash ?? ''
  const other = findOtherPaperIn(conn).get({ id, hash })
  if (other !== undefined) {
    return `${filename} is in one file with ${other.filename}: correct it by hand.`
  }
  return readSetting(conn, readingSetting).isOn
    ? undefined
    : 'Reading is switched off in the settings.'
}
