import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { textOfValue } from '../../../paper/values.ts'
import { nameOfField } from '../../../paper/fields.ts'
import type { ScanData } from '../../../paper/rules/normalise.ts'

/** For paper and for screens. Indian scripts need fonts that the computer has. */
const styles = `
@page { size: A4; margin: 15mm }
body { font: 11pt/1.4 system-ui, "Noto Sans", "Noto Sans Devanagari", "Noto Sans Gujarati", sans-serif; color: #111; max-width: 60em; margin: 2em auto; padding: 0 1em }
h1 { font-size: 16pt; margin: 0 0 .5em }
h2 { font-size: 12pt; margin: 1.5em 0 .5em }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid #bbb; padding: .25em .5em; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { background: #f3f3f3; font-weight: 600 }
td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
thead { display: table-header-group }
tr { break-inside: avoid }
.facts th { width: 14em }
p.note { border-left: 4px solid #c60; padding-left: .75em }
@media print { body { margin: 0; max-width: none; padding: 0 } }
`

export type Facts = {
  title: string
  /** What we know about the document beyond its values, as rows. */
  about: readonly (readonly [name: string, value: string])[]
  /** Why the values are not certain. Null when nothing is in doubt. */
  note: string | null
  /** Null where nothing was read. */
  data: ScanData | null
}

/** A page without scripts and without other files. The same facts make the same bytes. */
export function factsPage({ title, about, note, data }: Facts): string {
  const escaped = Bun.escapeHTML(title)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped}</title>
<style>${styles}</style>
</head>
<body>
<h1>${escaped}</h1>
${note === null ? '' : `<p class="note">${Bun.escapeHTML(note)}</p>\n`}${data === null ? '' : `<h2>What it says</h2>\n${headTable(data.invoice_metadata)}\n${linesTable(data.line_items)}`}<h2>Where it comes from</h2>
${rowsTable(about)}
</body>
</html>
`
}

function headTable(head: JsonObject): string {
  const rows = Object.entries(head)
    .map(([key, value]) => [nameOfField('head', key) ?? key, textOfValue(value)] as const)
    .filter(([, text]) => text !== '')
  return rowsTable(rows)
}

function rowsTable(rows: Facts['about']): string {
  const lines = rows.map(
    ([name, value]) => `<tr><th>${Bun.escapeHTML(name)}</th><td>${Bun.escapeHTML(value)}</td></tr>`,
  )
  return `<table class="facts">\n${lines.join('\n')}\n</table>`
}

/** One column for each key of any line, in the order in which the keys first appear. */
function linesTable(lines: readonly JsonObject[]): string {
  if (lines.length === 0) return ''
  const keys = [...new Set(lines.flatMap((line) => Object.keys(line)))]
  const head = keys.map((key) => `<th>${Bun.escapeHTML(nameOfField('line', key) ?? key)}</th>`)
  const rows = lines.map((line) => `<tr>${keys.map((key) => cell(line[key])).join('')}</tr>`)
  return `<h2>Lines</h2>\n<table>\n<thead><tr>${head.join('')}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>\n`
}

function cell(value: JsonValue | undefined): string {
  const text = Bun.escapeHTML(textOfValue(value))
  return typeof value === 'number' ? `<td class="n">${text}</td>` : `<td>${text}</td>`
}
