/** Unknown fields that a warning names, and how many characters of each. */
const namedMax = 10
const nameCharactersShown = 60

/** One warning that names the fields that nobody reads; none when there are none. */
export function unknownFieldsWarning(fields: readonly string[]): string[] {
  if (fields.length === 0) return []
  const named = fields
    .slice(0, namedMax)
    .map((field) => field.slice(0, nameCharactersShown).toWellFormed())
  const more = fields.length > namedMax ? ` and ${fields.length - namedMax} more` : ''
  const what = fields.length === 1 ? 'Unknown field was' : 'Unknown fields were'
  return [`${what} ignored: ${named.join(', ')}${more}.`]
}
