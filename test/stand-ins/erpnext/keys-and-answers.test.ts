import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type FakeErpnext, openFakeErpnext } from './fake-erpnext.ts'
import { ask, invoice, v1, v2 } from './client.ts'

let erpnext: FakeErpnext

beforeEach(async () => {
  erpnext = await openFakeErpnext()
})

afterEach(() => erpnext.close())

const named = { name: 'DB-AAAABBBBCCCCDDDDEEEEFFFFGG' }

describe('the key of a user', () => {
  test('lets nobody in who has none: 401', async () => {
    const { status, body } = await ask({ url: erpnext.url, token: 'no:body' }, 'GET', v1)
    expect(status).toBe(401)
    expect(body).toMatchObject({ exc_type: 'AuthenticationError' })
  })

  test('of one who may only read opens what is read, and 403 answers what is written', async () => {
    const reader = { url: erpnext.url, token: erpnext.readerToken }
    expect((await ask(reader, 'GET', v1)).status).toBe(200)
    expect((await ask(reader, 'POST', v1, invoice())).status).toBe(403)
  })
})

test('what the roles of a user do not let it read is 403', async () => {
  erpnext.behaviours.hidden = ['Supplier']
  expect((await ask(erpnext, 'GET', 'resource/Supplier')).status).toBe(403)
  expect((await ask(erpnext, 'GET', v1)).status).toBe(200)
})

describe('a name that a client gives', () => {
  test('is kept by the second version of the interface, and refused the second time: 409', async () => {
    const first = await ask(erpnext, 'POST', v2, invoice(named))
    expect(first.body).toMatchObject({ data: { name: named.name, docstatus: 0 } })
    const second = await ask(erpnext, 'POST', v2, invoice(named))
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({ errors: [{ type: 'DuplicateEntryError' }] })
    expect(erpnext.docs('Purchase Invoice')).toHaveLength(1)
  })

  test('is one with another that differs in case', async () => {
    await ask(erpnext, 'POST', v2, invoice(named))
    const small = { name: named.name.toLowerCase() }
    expect((await ask(erpnext, 'POST', v2, invoice(small))).status).toBe(409)
  })

  test('is left out without a word by the first version, and by older sites', async () => {
    expect((await ask(erpnext, 'POST', v1, invoice(named))).body).toMatchObject({
      data: { name: 'ACC-PINV-2026-00001' },
    })
    erpnext.behaviours.takesNames = false
    expect((await ask(erpnext, 'POST', v2, invoice(named))).body).toMatchObject({
      data: { name: 'ACC-PINV-2026-00002' },
    })
  })
})

describe('a unique field', () => {
  test('that somebody made refuses the second with 417, not with 409', async () => {
    erpnext.behaviours.hasDaybookField = true
    const keyed = invoice({ daybook_id: 'DB-1' })
    expect((await ask(erpnext, 'POST', v1, keyed)).status).toBe(200)
    const { status, body } = await ask(erpnext, 'POST', v1, keyed)
    expect(status).toBe(417)
    expect(body).toMatchObject({ exc_type: 'UniqueValidationError' })
  })

  test('that nobody made is left out without a word', async () => {
    const { body } = await ask(erpnext, 'POST', v1, invoice({ daybook_id: 'DB-1' }))
    expect(body['data']).not.toHaveProperty('daybook_id')
  })

  test('of a bank transaction is there from the start', async () => {
    const row = {
      date: '2026-08-04',
      bank_account: 'Current - HDFC Bank',
      deposit: 10,
      transaction_id: 'DB-1',
    }
    expect((await ask(erpnext, 'POST', 'resource/Bank%20Transaction', row)).status).toBe(200)
    expect((await ask(erpnext, 'POST', 'resource/Bank%20Transaction', row)).status).toBe(417)
  })
})

describe('an answer', () => {
  test('of a refusal is HTML in JSON in JSON', async () => {
    const { body } = await ask(erpnext, 'POST', v1, invoice({ place_of_supply: 'Nowhere' }))
    const messages: unknown = JSON.parse(String(body['_server_messages']))
    const [first] = Array.isArray(messages) ? messages : []
    expect(JSON.parse(String(first))).toMatchObject({
      message: '"<strong>Nowhere</strong>" is not a valid Place of Supply.',
    })
  })

  test('of what is not there is 404', async () => {
    expect((await ask(erpnext, 'GET', `${v1}/none`)).status).toBe(404)
    expect((await ask(erpnext, 'GET', 'resource/Nothing')).status).toBe(404)
  })

  test.each([
    ['badGateway', 502, 0],
    ['badGatewayAfterCommit', 502, 1],
    ['tooMany', 429, 0],
  ] as const)(
    'of what stands before it (%s) is %d, with %d in the books',
    async (fault, status, kept) => {
      erpnext.next(fault)
      expect((await ask(erpnext, 'POST', v2, invoice())).status).toBe(status)
      expect(erpnext.docs('Purchase Invoice')).toHaveLength(kept)
    },
  )

  test.each([
    ['cutBeforeCommit', 0],
    ['cutAfterCommit', 1],
    ['crashBeforeCommit', 0],
    ['crashAfterCommit', 1],
  ] as const)('that is lost (%s) leaves %d in the books', async (fault, kept) => {
    erpnext.next(fault)
    const answer = ask(erpnext, 'POST', v2, invoice())
    expect(answer).rejects.toThrow()
    expect(erpnext.docs('Purchase Invoice')).toHaveLength(kept)
  })

  test('that comes in half is of what is in the books', async () => {
    erpnext.next('truncate')
    const answer = ask(erpnext, 'POST', v2, invoice())
    expect(answer).rejects.toThrow()
    expect(erpnext.docs('Purchase Invoice')).toHaveLength(1)
  })
})

describe('a list', () => {
  test('has twenty rows, the newest change first, unless it is asked otherwise', async () => {
    for (let at = 0; at < 30; at++) {
      erpnext.person.types('Supplier', { supplier_name: `Seller ${at}` })
    }
    const rows = await suppliers('')
    expect(rows).toHaveLength(20)
    expect(rows[0]).toBe('{"name":"Seller 29"}')
    expect(await suppliers('limit_page_length=0')).toHaveLength(34)
  })

  test('lets through what filters say, without regard to case', async () => {
    const like = encodeURIComponent(JSON.stringify([['name', 'like', 'om%']]))
    expect(await suppliers(`filters=${like}`)).toEqual(['{"name":"Om Sai Wholesale"}'])
    const both = JSON.stringify([
      ['name', 'in', ['om sai wholesale', 'Nobody']],
      ['disabled', '=', 0],
    ])
    expect(await suppliers(`filters=${encodeURIComponent(both)}`)).toHaveLength(1)
  })

  test('of what is under a link of its rows names the child table', async () => {
    const filters = JSON.stringify([['Dynamic Link', 'link_name', '=', 'Om Sai Wholesale']])
    const path = `resource/Address?filters=${encodeURIComponent(filters)}`
    expect((await ask(erpnext, 'GET', path)).body).toEqual({
      data: [{ name: 'Om Sai Wholesale-Billing' }],
    })
  })

  test('of a field that nobody made is refused', async () => {
    const path = 'resource/Supplier?fields=["daybook_id"]'
    expect((await ask(erpnext, 'GET', path)).status).toBe(417)
  })
})

/** Rows of the list of suppliers. */
async function suppliers(query: string): Promise<string[]> {
  const { body } = await ask(erpnext, 'GET', `resource/Supplier?${query}`)
  const rows = Array.isArray(body['data']) ? body['data'] : []
  return rows.map((row) => JSON.stringify(row))
}
