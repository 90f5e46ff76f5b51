import { format } from 'node:util'

// The only way to the terminal: printed text may come from documents, backups, other servers and programs. Characters that a terminal obeys
// (colours, titles, the clipboard, the direction of writing) are shown as their codes. The codes are JSON's own, so a result printed as
// JSON means the same.

/** All control characters but tab and line feed, and those that change the direction of writing (source: Unicode, UAX #9). */
const obeyed = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A text that is safe for a terminal. */
export function printable(text: string): string {
  return text.replace(obeyed, codeOf)
}

/** Writes a line to standard output. */
export function print(text: string): void {
  console.log(printable(text))
}

/** Writes a line to standard error: texts, and errors. */
export function printError(...parts: readonly unknown[]): void {
  console.error(printable(format(...parts)))
}

function codeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
