import { Type } from '@sinclair/typebox'

/** Characters of a text in a form: longer than every field may be, which its own rule says then. */
const textMax = 1000

/** A text that must stand in no refusal and no log: a password, a code, or where somebody may type one by mistake. */
export function secretOf(expected: string) {
  return Type.String({ ...textOf(expected), secret: true })
}

/** A text in a body; `expected` ends the sentence "… must be". */
export function textOf(expected: string) {
  return Type.String({
    maxLength: textMax,
    expected: `${expected} of at most ${textMax} characters`,
  })
}
