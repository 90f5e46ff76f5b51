import { findOrganisation } from '../../../accounts/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { foldText } from '../../../platform/text.ts'
import type { Category } from '../../../paper/categories.ts'
import { checkDocument } from '../../../paper/checks/check-document.ts'
import type {
  CheckedAgainst,
  CheckedDocument,
  Fields,
  Finding,
} from '../../../paper/checks/document.ts'
import { dayInIndia } from '../../../paper/values.ts'
import type { ScanExportDeps } from '../deps.ts'
import type { RawDocument } from '../../../paper/rules/normalise.ts'
import type { Place } from '../../../paper/fields.ts'
import type { CompiledRules } from '../../../paper/rules/rules.ts'
import { keyOfLabel } from '../../../paper/label-keys.ts'

/* Runs the checks on what was read, under the rules in force. */

type Deps = Pick<ScanExportDeps, 'clock' | 'rules'>

/** What cannot be right in a reading of a document of this category. */
export function checkReading(
  conn: Conn,
  { clock, rules }: Deps,
  category: Category,
  raw: RawDocument,
): Finding[] {
  const document = checkedDocument(raw, category, rules(conn).rules)
  return checkDocument(document, checkedAgainst(conn, clock))
}

/** The day and the shop's GSTIN that documents are checked against. */
export function checkedAgainst(conn: Conn, clock: Deps['clock']): CheckedAgainst {
  const ownGstin = findOrganisation(conn).get()?.gstin ?? null
  return { today: dayInIndia(clock.now()), ownGstin }
}

/** A reading by canonical keys, with the organisation's clean values. */
export function checkedDocument(
  { invoice_metadata, line_items }: RawDocument,
  category: Category,
  rules: CompiledRules,
): CheckedDocument {
  return {
    category,
    head: checkedHead(invoice_metadata, category, rules),
    lines: line_items.map((line) => checkedLine(line, category, rules)),
  }
}

export function checkedHead(head: JsonObject, category: Category, rules: CompiledRules): Fields {
  return checkedFields(head, category, 'metadata', rules)
}

export function checkedLine(line: JsonObject, category: Category, rules: CompiledRules): Fields {
  return checkedFields(line, category, 'line', rules)
}

/** As in normalising, the first of several values gets the key. Another value keeps its label. */
function checkedFields(
  object: JsonObject,
  category: Category,
  place: Place,
  rules: CompiledRules,
): Fields {
  const fields = new Map<string, string>()
  for (const [label, value] of Object.entries(object)) {
    const text = textOf(value)
    if (text.trim() === '') continue
    const key = keyOfLabel(label, category, place, rules)
    const clean = rules[category][place](label).values?.get(foldText(text)) ?? text
    fields.set(fields.has(key) ? label : key, clean)
  }
  return Object.fromEntries(fields)
}

/** Lists and objects are not printed values. */
function textOf(value: JsonValue): string {
  return value === null || typeof value === 'object' ? '' : String(value)
}
