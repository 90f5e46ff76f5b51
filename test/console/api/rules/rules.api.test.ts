import { describe, expect, test } from 'bun:test'
import { addMember, itemOf } from '../../../support/member.ts'
import { listed, ownersShop } from '../browser.ts'
import { noId } from '../endpoints.ts'

const { shop, owner } = await ownersShop()

/** A label that nothing else in these tests has. */
const newLabel = () => `Zref ${crypto.randomUUID()}`

async function add(from: string, to: string, more: object = {}): Promise<string> {
  const answer = await owner.post('/rules', { type: 'label', from, to, ...more })
  expect(answer.status).toBe(200)
  return (await find(from)).id
}

async function find(search: string) {
  const [rule] = listed(await owner.get(`/rules?search=${encodeURIComponent(search)}`))
  return { id: String(rule?.['id']), rule }
}

describe('adding a rule', () => {
  test('changes what waits at once', async () => {
    const member = await addMember(shop)
    const label = newLabel()
    const id = await member.addScan({ metadata: { [label]: 'A-77' } })
    const answer = await owner.post('/rules', { type: 'label', from: label, to: 'invoice_no' })
    expect(answer.json).toEqual({ rules: 1, renormalised: 1 })
    expect(itemOf(await member.unsynced(), id)).toMatchObject({ invoice_no: 'A-77' })
  })

  test('of a value, for one category', async () => {
    const label = newLabel()
    const input = { type: 'value', key: 'place_of_supply', from: label, to: ' MH ' }
    await owner.post('/rules', { ...input, category: 'purchase_order' })
    expect((await find(label)).rule).toMatchObject({ ...input, category: 'purchase_order' })
  })

  test('for what has one already is refused at its field, and changes nothing', async () => {
    const label = newLabel()
    await add(label, 'memo')
    const again = { type: 'label', from: ` ${label.toUpperCase()}.`, to: 'note' }
    const answer = await owner.post('/rules', again)
    expect([answer.status, answer.field]).toEqual([409, 'from'])
    expect(answer.text).toContain('memo')
    expect((await find(label)).rule).toMatchObject({ to: 'memo' })
    expect((await owner.post('/rules', { ...again, category: 'bank_entry' })).status).toBe(200)
  })

  test.each([
    ['from', { type: 'label', from: ' ', to: 'a' }],
    ['to', { type: 'label', from: 'a', to: ' ' }],
    ['to', { type: 'value', key: 'a', from: 'a', to: 'x'.repeat(501) }],
    ['key', { type: 'value', from: 'a', to: 'b' }],
    ['type', { type: 'both', from: 'a', to: 'b' }],
    ['category', { type: 'label', from: 'a', to: 'b', category: 'bill' }],
  ])('refuses a wrong %s at its field: %o', async (field, rule) => {
    const answer = await owner.post('/rules', rule)
    expect([answer.status, answer.field]).toEqual([400, field])
  })
})

describe('changing a rule', () => {
  test('puts another in its place in one moment', async () => {
    const member = await addMember(shop)
    const [before, after] = [newLabel(), newLabel()]
    const scan = await member.addScan({ metadata: { [before]: 'X', [after]: 'Y' } })
    const id = await add(before, 'invoice_no')
    const body = { type: 'label', from: after, to: 'invoice_no' }
    expect((await owner.post(`/rules/${id}/change`, body)).status).toBe(200)
    expect(itemOf(await member.unsynced(), scan)).toMatchObject({ invoice_no: 'Y' })
    expect((await find(before)).rule).toBeUndefined()
    expect((await find(after)).rule).toMatchObject({ to: 'invoice_no' })
  })

  test('keeps the rule where what it matches stays, and takes the new spelling', async () => {
    const label = newLabel()
    const id = await add(label, 'memo')
    const body = { type: 'label', from: label.toUpperCase(), to: 'note' }
    await owner.post(`/rules/${id}/change`, body)
    expect((await find(label)).rule).toMatchObject({ id, from: label.toUpperCase(), to: 'note' })
  })

  test('into one that is there already is refused', async () => {
    const [one, other] = [newLabel(), newLabel()]
    const id = await add(one, 'memo')
    await add(other, 'note')
    const answer = await owner.post(`/rules/${id}/change`, { type: 'label', from: other, to: 'x' })
    expect([answer.status, answer.field]).toEqual([409, 'from'])
    expect((await find(one)).rule).toMatchObject({ to: 'memo' })
  })

  test('that there is not is 404', async () => {
    const body = { type: 'label', from: newLabel(), to: 'x' }
    expect((await owner.post(`/rules/${noId}/change`, body)).status).toBe(404)
    expect((await find(body.from)).rule).toBeUndefined()
  })
})

describe('deleting rules', () => {
  test('brings back what was read, in one change for all of them', async () => {
    const member = await addMember(shop)
    const [one, other] = [newLabel(), newLabel()]
    const scan = await member.addScan({ metadata: { [one]: 'N-1', [other]: 'note' } })
    const ids = [await add(one, 'invoice_no'), await add(other, 'memo')]
    const answer = await owner.post('/rules/delete', { ids })
    expect(answer.json).toEqual({ rules: 0, renormalised: 1 })
    expect(itemOf(await member.unsynced(), scan)).not.toHaveProperty('invoice_no')
    expect((await find(one)).rule).toBeUndefined()
    expect((await owner.post('/rules/delete', { ids })).status).toBe(404)
  })

  test.each([[{ ids: [] }], [{ ids: [7] }], [{ ids: Array(1001).fill('x') }]])(
    'refuses %o',
    async (body) => {
      expect((await owner.post('/rules/delete', body)).status).toBe(400)
    },
  )
})

describe('the list', () => {
  test('is searched in labels, fields and values, without regard to signs and capitals', async () => {
    const name = crypto.randomUUID().slice(0, 8)
    await add(`Bill Ref. (${name})`, `to_${name}`)
    const input = { type: 'value', key: `field_${name}`, from: 'Some Thing', to: 'x' }
    await owner.post('/rules', input)
    const found = async (search: string) =>
      listed(await owner.get(`/rules?search=${encodeURIComponent(search)}`)).map(({ from }) => from)
    expect(await found(`REF ${name}`)).toEqual([`Bill Ref. (${name})`])
    expect(await found(`TO-${name}`)).toEqual([`Bill Ref. (${name})`])
    expect(await found(`Field-${name}`)).toEqual(['Some Thing'])
    expect(await found('100%_no')).toEqual([])
  })

  test('is filtered by type and category, and comes in pages', async () => {
    const name = crypto.randomUUID().slice(0, 8)
    for (const letter of ['c', 'a', 'b']) await add(`${name} ${letter}`, 'x')
    await add(`${name} d`, 'x', { category: 'bank_entry' })
    const got = async (query: string) => {
      const answer = await owner.get(`/rules?search=${name}&${query}`)
      return [answer.json['total'], listed(answer).map(({ from }) => String(from).slice(-1))]
    }
    expect(await got('')).toEqual([4, ['a', 'b', 'c', 'd']])
    expect(await got('size=3')).toEqual([4, ['a', 'b', 'c']])
    expect(await got('size=3&page=2')).toEqual([4, ['d']])
    expect(await got('category=bank_entry')).toEqual([1, ['d']])
    expect(await got('category=all')).toEqual([3, ['a', 'b', 'c']])
    expect(await got('type=value')).toEqual([0, []])
    expect(await got('sort=updated&size=1')).toEqual([4, ['d']])
  })
})

describe('the built-in labels', () => {
  test('stand apart, are searched and filtered', async () => {
    const [found] = listed(await owner.get('/rules/built-in?search=place+of+supply'))
    expect(found).toMatchObject({ key: 'place_of_supply', category: null, place: 'head' })
    const keys = listed(await owner.get('/rules/built-in?search=tran+particulars'))
    expect(keys).toMatchObject([{ key: 'narration', category: 'bank_entry', place: 'line' }])
    const elsewhere = '/rules/built-in?search=tran+particulars&category=vendor_invoice'
    expect(listed(await owner.get(elsewhere))).toEqual([])
  })

  test('name the fields that a form offers, with those of own rules', async () => {
    const key = `field_${crypto.randomUUID()}`
    await add(newLabel(), key)
    const { keys } = (await owner.get('/rules/keys')).json
    expect(keys).toEqual(expect.arrayContaining(['invoice_no', key]))
  })
})
