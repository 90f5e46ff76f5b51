import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { runDaybook } from './run-daybook.ts'

/** Each starts the program: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

describe('options before the command', () => {
  test.each([
    [['--data', '/shop', '--json', 'paths']],
    [['--data=/shop', '--json', 'paths']],
    [['--json', 'paths', '--data', '/shop']],
  ])('are the command’s: %j', async (words) => {
    const { code, stdout } = await runDaybook(words)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ data: '/shop' })
  })

  test('reach a command below another', async () => {
    const { code, stderr } = await runDaybook(['--data', '/nowhere', 'backup', 'verify', '/no.tar'])
    expect(code).toBe(1)
    expect(stderr).toContain('/no.tar')
  })

  test('may have a value that is also the name of a command', async () => {
    const { stdout } = await runDaybook(['--data', '/serve', '--json', 'paths'])
    expect(JSON.parse(stdout)).toMatchObject({ data: '/serve' })
    expect((await runDaybook(['--data', 'paths', '--nonsense'])).stderr).toContain('--nonsense')
  })

  test('that no command takes are wrong usage', async () => {
    expect((await runDaybook(['--nonsense', 'paths'])).code).toBe(2)
  })
})
