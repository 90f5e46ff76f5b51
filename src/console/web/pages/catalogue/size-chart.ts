/** A size chart as it is edited: a table of texts. */
export type SizeChart = { unit: string; columns: string[]; rows: string[][] }

export const newChart: SizeChart = { unit: 'inch', columns: ['Size', 'Chest'], rows: [['', '']] }

/** The chart of a JSON text; undefined for JSON of another shape, which some program sent. */
export function readChart(json: string): SizeChart | undefined {
  const value = parsed(json)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  const { unit = '', columns, rows, ...others } = { ...noChart, ...value }
  if (typeof unit !== 'string' || Object.keys(others).length > 0) return undefined
  if (!Array.isArray(columns) || !columns.every((column) => typeof column === 'string')) {
    return undefined
  }
  if (!Array.isArray(rows) || !rows.every(isRow)) return undefined
  return { unit, columns, rows: rows.map((row) => columns.map((_, at) => String(row[at] ?? ''))) }
}

/** The JSON of a chart; numbers are numbers in it. */
export function chartText({ unit, columns, rows }: SizeChart): string {
  const cells = rows.map((row) => row.map(cellOf))
  return JSON.stringify({ ...(unit === '' ? {} : { unit }), columns, rows: cells })
}

const noChart: { unit?: unknown; columns?: unknown; rows?: unknown } = {}

function cellOf(text: string): string | number {
  return /^(0|[1-9]\d{0,8})(\.\d{1,4})?$/.test(text) ? Number(text) : text
}

function isRow(row: unknown): row is (string | number)[] {
  return (
    Array.isArray(row) && row.every((cell) => typeof cell === 'string' || typeof cell === 'number')
  )
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether a text is JSON, or empty. */
export function readsAsJson(text: string): boolean {
  return text.trim() === '' || parsed(text) !== undefined
}
