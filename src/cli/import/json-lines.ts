import { AppError } from '../../platform/errors.ts'
import { parseJsonText } from '../../platform/json-text.ts'
import { isJsonObject, type JsonObject } from '../../platform/json.ts'
import type { Line } from './kind.ts'
import type { Tally } from './tally.ts'
import type { TextLine } from './text-lines.ts'

/** The objects of a JSON Lines file. Blank lines are skipped; what is not a JSON object goes to the tally. */
export async function* jsonLines(
  lines: AsyncIterable<TextLine>,
  tally: Tally,
): AsyncGenerator<Line> {
  for await (const text of lines) {
    if ('error' in text) {
      tally.fail(text.line, text.error)
      continue
    }
    if (text.text.trim() === '') continue
    const read = objectOf(text.text)
    if ('error' in read) tally.fail(text.line, read.error)
    else yield { line: text.line, size: text.text.length, value: read.value }
  }
}

function objectOf(text: string): { value: JsonObject } | { error: string } {
  try {
    const value = parseJsonText(text, 'The line')
    return isJsonObject(value) ? { value } : { error: 'The line is not a JSON object.' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { error: error.message }
  }
}
