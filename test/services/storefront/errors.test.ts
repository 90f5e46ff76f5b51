import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { AppError, errorCodes } from '../../../src/platform/errors.ts'
import { statusOf } from '../../../src/platform/http/reply.ts'
import { errorBody } from '../../../src/services/storefront/api.ts'

const page = join(import.meta.dir, '../../../src/docs/errors.md')

/** The rows of the page's table of codes: code and status. */
async function documented(): Promise<[string, number][]> {
  const text = await Bun.file(page).text()
  const rows = text.matchAll(/^\| `(\w+)` +\| (\d{3}) /gm)
  return Array.from(rows, ([, code = '', status = '']) => [code, Number(status)])
}

describe('the codes of errors', () => {
  test('stand on the page of errors, each once with its status', async () => {
    const codes = errorCodes.map((code): [string, number] => [code, statusOf(code)])
    expect((await documented()).toSorted()).toEqual(codes.toSorted())
  })

  test.each(errorCodes)('%s is said in the answer, and never null', (code) => {
    expect(errorBody(new AppError(code, 'No.'))).toEqual({
      error: { message: 'No.', code },
      status: statusOf(code),
    })
  })

  test('have the field and the details beside them where there are some', () => {
    const items = [{ sku: 'RICE', wanted: 2, available: 1 }]
    const error = new AppError('insufficient_stock', 'No.', { field: 'items', items })
    expect(errorBody(error)).toMatchObject({ error: { field: 'items', details: items } })
  })
})
