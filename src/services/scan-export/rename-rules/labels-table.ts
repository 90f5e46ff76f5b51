import { builtInSets, type BuiltInSet } from './built-in-labels.ts'

/** All built-in labels as Markdown tables, for the reference pages. */
export function builtInLabelsTable(): string {
  const sections = Map.groupBy(builtInSets, headingOf)
  return Array.from(sections, ([heading, sets]) =>
    [`### ${heading}`, '', '| key | labels |', '|---|---|', ...sets.flatMap(rowsOf)].join('\n'),
  ).join('\n\n')
}

function rowsOf({ labels }: BuiltInSet): string[] {
  return Object.entries(labels).map(
    ([key, printed]) => `| \`${key}\` | ${printed.split('|').map(plain).join(' · ')} |`,
  )
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
