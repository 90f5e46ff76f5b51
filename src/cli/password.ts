import { Writable } from 'node:stream'
import { createInterface } from 'node:readline'
import { checkedPassword } from '../accounts/rules.ts'
import { AppError } from '../platform/errors.ts'

export const passwordOption = [
  '--password-stdin',
  'read the password from standard input; a terminal asks for it',
] as const

/**
 * A new password from standard input: its first line, or, at a terminal, what is typed twice without being shown.
 * Throws AppError `invalid_request`, `unavailable` when the prompt is left.
 */
export async function readNewPassword(): Promise<string> {
  if (!process.stdin.isTTY) return checkedPassword(await firstStdinLine())
  const password = checkedPassword(await promptHidden('Password: '))
  if ((await promptHidden('The same again: ')) === password) return password
  throw new AppError('invalid_request', 'The two passwords differ.')
}

async function firstStdinLine(): Promise<string> {
  const text = await Bun.stdin.text()
  return text.split(/\r?\n/, 1)[0] ?? ''
}

/** The prompt goes to stderr, where it does not mix with the result. */
function promptHidden(prompt: string): Promise<string> {
  process.stderr.write(prompt)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return new Promise<string>((resolve, reject) => {
    terminal.once('line', resolve)
    terminal.once('SIGINT', () => terminal.close())
    // After a line this comes too late to change anything.
    terminal.once('close', () => reject(new AppError('unavailable', 'Stopped: nothing was done.')))
  }).finally(() => {
    terminal.close()
    process.stderr.write('\n')
  })
}
