const count = new Intl.NumberFormat('en-IN')

/** 1,23,456 */
export function formatCount(value: number): string {
  return count.format(value)
}

/** "1 line", "1,23,456 lines" */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`
}
