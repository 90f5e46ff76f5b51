let count = 0

/** Tells a row of a form apart that is not saved yet. (Browsers make no UUIDs on plain http.) */
export function newRowKey(): string {
  count += 1
  return `new ${count}`
}
