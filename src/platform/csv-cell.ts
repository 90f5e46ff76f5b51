/**
 * What a spreadsheet takes for a formula and works out, with apostrophes in front or without (source: OWASP, "CSV
 * Injection"). In a file that is written such a text gets one more apostrophe, which spreadsheets know as the sign of a
 * text; `textOfCell` takes it off again, so that a file that is written and read changes nothing.
 */
export const formulaStart = /^'*[=+\-@\t\r]/

const apostropheBeforeFormula = /^'(?='*[=+\-@\t\r])/

/** What a cell of a file says. */
export function textOfCell(cell: string): string {
  return cell.replace(apostropheBeforeFormula, '')
}
