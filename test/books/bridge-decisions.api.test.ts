import { expect, test } from 'bun:test'
import { findDecision } from '../../src/books/mapping/decision-queries.ts'
import { decide } from '../../src/books/mapping/decisions.ts'
import { mapToName } from '../../src/books/mapping/map.ts'
import { requireMapped, findMapping } from '../../src/books/mapping/mapping-queries.ts'
import { api } from '../support/member.ts'
import { openShop, owner } from '../support/shop.ts'
import { untilEnd } from '../support/until-end.ts'

const shop = untilEnd(await openShop())

/** A bridge to a company, and the number of its books. */
async function bridgeTo(number: string) {
  const { key, id } = await shop.addKey({ email: owner, scopes: ['scans:import'] })
  const company = { name: number, guid: number, number, books_from: '2026-04-01' }
  const report = { system: 'tally', company, health: 'ready', sentence: '', version: '0.1.0' }
  const body = { ...report, machine: 'COUNTER-PC', waiting: 0 }
  const { json } = await shop.call('PUT', `${api}/bridge/report`, { key, body })
  return { key, id, books: Number(json['books']) }
}

const told = (decision: Parameters<typeof decide>[1]): Promise<string> =>
  shop.database.write((conn) => decide(conn, decision, shop.users.owner, Date.now()))

test('a decision has neither succeeded nor failed while it is open', async () => {
  const { key } = await bridgeTo('3')
  const id = await told({ kind: 'retry', subject: '' })
  expect(findDecision(shop.database.read).get({ id })).toMatchObject({ isOk: null })
  await shop.call('POST', `${api}/bridge/decisions/${id}/done`, { key, body: { ok: false } })
  expect(findDecision(shop.database.read).get({ id })).toMatchObject({ isOk: false })
})

test('a decision is reported by a key of its own books alone, or by the key that it is for', async () => {
  const [own, other] = [await bridgeTo('1'), await bridgeTo('2')]
  const finish = async (id: string, { key }: { key: string }) => {
    const path = `${api}/bridge/decisions/${id}/done`
    return (await shop.call('POST', path, { key, body: { ok: true } })).status
  }
  const ofBooks = await told({ kind: 'create_ledger', books: own.books, subject: '' })
  const ofKey = await told({ kind: 'confirm_file', program: other.id, subject: '' })
  expect([await finish(ofBooks, other), await finish(ofKey, own)]).toEqual([404, 404])
  expect(findDecision(shop.database.read).get({ id: ofBooks })).toMatchObject({ doneAt: null })
  expect([await finish(ofBooks, own), await finish(ofKey, other)]).toEqual([200, 200])
  const ofAny = await told({ kind: 'retry', subject: '' })
  expect(await finish(ofAny, other)).toBe(200)
})

test('a ledger that is made replaces nothing that somebody said since it was asked for', async () => {
  const { key, books } = await bridgeTo('4')
  const { database, users } = shop
  const field = 'party:|Navkar Stationers'
  const party = { ...requireMapped(field), books }
  const asked = Date.now() - 120_000
  const askedFor = (name: string, at: number) => {
    const decision = { kind: 'create_ledger', books, subject: '', detail: { field, name } } as const
    return database.write((conn) => decide(conn, decision, users.owner, at))
  }
  const [first, second] = [
    await askedFor('Navkar', asked),
    await askedFor('Navkar Stationers', asked + 1),
  ]
  const finished = async (id: string) => {
    await shop.call('POST', `${api}/bridge/decisions/${id}/done`, { key, body: { ok: true } })
    return findMapping(database.read).get(party)?.name
  }
  expect([await finished(first), await finished(second)]).toEqual(['Navkar', 'Navkar Stationers'])
  const third = await askedFor('Navkar Again', asked + 2)
  await database.write((conn) => mapToName(conn, party, 'Navkar & Sons', users.owner, asked + 3))
  expect(await finished(third)).toBe('Navkar & Sons')
})
