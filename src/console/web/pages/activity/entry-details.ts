export type Details = ReturnType<typeof readerOf>

/** What is in the details; they may be of another version, so nothing in them is taken for granted. */
export function readerOf(details: Readonly<Record<string, unknown>>) {
  const text = (field: string, otherwise: string) => {
    const value = details[field]
    return typeof value === 'string' && value !== '' ? value : otherwise
  }
  const address = text('address', '')
  return {
    text,
    count(field: string) {
      const value = details[field]
      return typeof value === 'number' ? value : 0
    },
    texts(field: string) {
      const value = details[field]
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
    },
    from: address === '' ? '' : ` from ${address}`,
  }
}
