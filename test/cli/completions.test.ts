import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { program } from '../../src/cli/cli.ts'
import { wantsFile } from '../../src/cli/completions.ts'
import { manualOf } from '../../src/cli/manual.ts'
import { runDaybook } from './run-daybook.ts'

/** Each starts the program, some of them five times: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

async function offered(...words: string[]): Promise<string[]> {
  const { stdout } = await runDaybook(['complete', '--', ...words])
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t', 1)[0] ?? '')
}

describe('the tab key', () => {
  test('offers commands, what is below them, their options, and choices', async () => {
    expect(await offered('back')).toContain('backup')
    expect(await offered('backup', 'v')).toEqual(['verify', ':4'])
    expect(await offered('serve', '--http')).toContain('--https-port')
    expect(await offered('openapi', '')).toEqual(['scan-export', 'storefront', ':4'])
    expect(await offered('completions', 'f')).toContain('fish')
  })

  test('offers nothing hidden', async () => {
    expect(await offered('pic')).toEqual([':4'])
  })

  test.each([
    [['restore', '']],
    [['backup', 'verify', '/me']],
    [['serve', '--tls-cert', '']],
    [['scan', 'one.pdf', '']],
  ])('leaves files to the shell for %j', async (words) => {
    expect(wantsFile(await program(), words)).toBe(true)
  })

  test.each([[['back']], [['restore', '--j']], [['backup', '']], [['openapi', '']], [['']]])(
    'knows itself what comes for %j',
    async (words) => {
      expect(wantsFile(await program(), words)).toBe(false)
    },
  )

  test.each(['bash', 'zsh', 'fish', 'powershell'])(
    '%s has a script that asks Daybook',
    async (shell) => {
      const { stdout, code } = await runDaybook(['completions', shell])
      expect(code).toBe(0)
      expect(stdout).toMatch(/daybook complete '?--/)
    },
  )

  test('for an unknown shell is wrong usage', async () => {
    expect((await runDaybook(['completions', 'tcsh'])).code).toBe(2)
  })
})

test('the manual page has every command, and nothing that man would take for its own', async () => {
  const page = manualOf(await program())
  for (const words of ['daybook serve', 'daybook backup verify <file>', 'daybook offsite set']) {
    expect(page).toContain(`.SS ${words}`)
  }
  for (const line of page.split('\n')) {
    if (line.startsWith('.')) expect(line).toMatch(/^\.(TH|SH|SS|TP|B)\b/)
  }
})
