import { join } from 'node:path'
import decompress from '@zxcvbn-ts/dictionary-compression/decompress'
import { embeddedDir, readUnpackedText } from '../../platform/embedded.ts'
import { type JudgePassword, passwordJudge } from './password-strength.ts'

let judge: JudgePassword | undefined

/** Judges passwords as the pages do. The lists are read once. */
export function judgeOfServer(): JudgePassword {
  judge ??= passwordJudge({
    'diceware-common': listIn('diceware.json.mjs'),
    'passwords-common': listIn('passwords.json.mjs'),
  })
  return judge
}

/**
 * A word list of the library. Each list is a module with one long text. An import would put it into the executable as code, and once more
 * compiled. Instead it is a packed file, and its text is read. Exported for its test.
 */
export function listIn(file: string): string[] {
  const module = readUnpackedText(join(embeddedDir('known-words'), file))
  const packed = /decompress\("([^"\\]+)"\)/.exec(module)?.[1]
  if (packed === undefined) throw new Error(`There is no list in ${file}.`)
  return decompress(packed)
}
