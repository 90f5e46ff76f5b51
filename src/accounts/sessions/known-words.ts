import { join } from 'node:path'
import decompress from '@zxcvbn-ts/dictionary-compression/decompress'
import { embeddedDir } from '../../platform/embedded.ts'
import { readUnpackedText } from '../../platform/unpack.ts'
import { type JudgePassword, passwordJudge } from './password-strength.ts'

let judge: JudgePassword | undefined

/** Judges passwords as the pages do; the lists are read once. */
export function judgeOfServer(): JudgePassword {
  judge ??= passwordJudge({
    'diceware-common': listIn('diceware.json.mjs'),
    'passwords-common': listIn('passwords.json.mjs'),
  })
  return judge
}

/**
 * A list of the library. Each is a module with one long text: imported, it would lie in the executable as code, and once more
 * compiled. Here it is a packed file, of which the text is taken. Exported for its test.
 */
export function listIn(file: string): string[] {
  const module = readUnpackedText(join(embeddedDir('known-words'), file))
  const packed = /decompress\("([^"\\]+)"\)/.exec(module)?.[1]
  if (packed === undefined) throw new Error(`There is no list in ${file}.`)
  return decompress(packed)
}
