import { Type } from '@sinclair/typebox'

/** Characters of a text in a form: longer than every field may be, which its own rule says then. */
const textMax = 1000

/** A text in a body; `expected` ends the sentence "… must be". */
export function textOf(expected: string) {
  return Type.String({
    maxLength: textMax,
    expected: `${expected} of at most ${textMax} characters`,
  })
}
