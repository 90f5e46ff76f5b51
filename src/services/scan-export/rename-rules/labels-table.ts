import { builtInSets, type BuiltInSet } from './built-in-labels.ts'

/** All built-in labels as Markdown, for the reference pages. */
export function builtInLabelsTable(): string {
  return builtInSets.map(sectionOf).join('\n\n')
}

function sectionOf(set: BuiltInSet): string {
  const rows = Object.entries(set.labels).map(
    ([key, printed]) => `| \`${key}\` | ${printed.split('|').map(plain).join(' · ')} |`,
  )
  return [`### ${headingOf(set)}`, '', '| key | labels |', '|---|---|', ...rows].join('\n')
}

function headingOf({ category, place }: BuiltInSet): string {
  const documents = category === null ? 'every document' : `\`${category}\``
  switch (place) {
    case 'metadata':
      return `Head of ${documents}`
    case 'line':
      return `Lines of ${documents}`
    case null:
      return `Head and lines of ${documents}`
    default:
      return place satisfies never
  }
}

/** One label on one line; nothing in it is markup. */
function plain(label: string): string {
  return Bun.escapeHTML(label.trim().replace(/\s+/g, ' '))
}
