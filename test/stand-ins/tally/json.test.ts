import { expect, test } from 'bun:test'
import { company, fakeTally } from './client.ts'

test('23: an import as JSON is the same import, and its answer the same counters', async () => {
  using tally = await fakeTally()
  const sent = {
    static_variables: [
      { name: 'svVchImportFormat', value: 'jsonex' },
      { name: 'svCurrentCompany', value: company },
    ],
    tallymessage: [
      {
        metadata: { type: 'Voucher', remoteid: 'db1-k1', vchtype: 'Payment', action: 'Create' },
        date: '20261102',
        narration: 'श्री गणेश [DB:k1]',
        allledgerentries: [
          { ledgername: 'Suspense', isdeemedpositive: true, amount: '-25.00' },
          { ledgername: 'Cash', isdeemedpositive: false, amount: '25.00' },
        ],
      },
    ],
  }
  const send = async (): Promise<unknown> => {
    const headers = {
      'content-type': 'application/json',
      version: '1',
      tallyrequest: 'Import',
      type: 'Data',
      id: 'Vouchers',
    }
    const answer = await fetch(tally.url, { method: 'POST', headers, body: JSON.stringify(sent) })
    return await answer.json()
  }
  expect(await send()).toMatchObject({
    status: '1',
    data: { import_result: { created: 1, altered: 0, errors: 0, exceptions: 0, lastvchid: 1 } },
  })
  expect(await send()).toMatchObject({ data: { import_result: { created: 0, altered: 1 } } })
  const [only, ...more] = tally.vouchers()
  expect(more).toEqual([])
  expect(only?.header['NARRATION']).toBe('श्री गणेश [DB:k1]')
  expect(only?.lists.map(({ name }) => name)).toEqual(Array(2).fill('ALLLEDGERENTRIES.LIST'))
})
