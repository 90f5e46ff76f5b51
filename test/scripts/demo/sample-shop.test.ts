import { describe, expect, test } from 'bun:test'
import { sampleShop } from '../../../scripts/demo/sample-shop.ts'
import { isGstin } from '../../../src/platform/gst/gstin.ts'
import { members, organisation, owner } from '../../../src/cli/demo/dates.ts'
import { day, now, shop } from './printed.ts'

const hour = day / 24
const people = [owner, ...members]

describe('the sample shop', () => {
  test('is the same, byte for byte, for the same seed and time', () => {
    const again = sampleShop({ seed: 7, now })
    expect(JSON.stringify(again)).toBe(JSON.stringify(shop))
  })

  test('is another one for another seed', () => {
    const other = sampleShop({ seed: 8, now })
    expect(JSON.stringify(other.scans)).not.toBe(JSON.stringify(shop.scans))
  })

  test('has an owner, two members, 40 vendors and 60 products', () => {
    expect(people.map((user) => user.role)).toEqual(['owner', 'member', 'member'])
    for (const { email } of people) expect(email).toEndWith('@example.com')
    expect(shop.vendors).toHaveLength(40)
    expect(shop.productNames).toHaveLength(60)
    expect(isGstin(organisation.gstin)).toBe(true)
  })

  test('gives no name or alias to two vendors, nor to two products', () => {
    for (const list of [shop.vendors, shop.productNames]) {
      const names = list.flatMap(({ name, aliases }) => [name, ...aliases])
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
      for (const { aliases } of list) expect(aliases.length).toBeGreaterThan(0)
    }
  })

  test('has some names in Devanagari', () => {
    const aliases = [...shop.vendors, ...shop.productNames].flatMap((entry) => entry.aliases)
    expect(aliases.filter((alias) => /\p{Script=Devanagari}/u.test(alias)).length).toBeGreaterThan(
      20,
    )
  })

  test('has no two rename rules for the same label or value', () => {
    const keys = shop.rules.map((rule) => {
      const key = rule.type === 'value' ? rule.key : ''
      return `${rule.type} ${key} ${rule.from.toLowerCase()} ${rule.category ?? ''}`
    })
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBeGreaterThanOrEqual(15)
  })
})

describe('the 300 scans', () => {
  test('are 190 vendor invoices, 50 purchase orders and 60 bank statements, oldest first', () => {
    const counts = { vendor_invoice: 0, purchase_order: 0, bank_entry: 0 }
    for (const scan of shop.scans) counts[scan.category] += 1
    expect(counts).toEqual({ vendor_invoice: 190, purchase_order: 50, bank_entry: 60 })
    const times = shop.scans.map((scan) => scan.created_at)
    expect(times).toEqual(times.toSorted())
  })

  test('belong to the three users, each with some', () => {
    const emails = people.map((user) => user.email)
    expect(new Set(shop.scans.map((scan) => scan.user))).toEqual(new Set(emails))
  })

  test('are read, except twelve that say why not', () => {
    const failed = shop.scans.filter((scan) => scan.status === 'failed')
    expect(failed).toHaveLength(12)
    for (const scan of failed) {
      expect(scan.raw).toBeNull()
      expect(scan.failure_reason).toMatch(/^The .+[.:] .+\.$/)
    }
    for (const scan of shop.scans.filter((each) => each.status === 'successful')) {
      expect(scan.raw?.line_items.length).toBeGreaterThan(0)
      expect(scan.failure_reason).toBeUndefined()
    }
  })

  test('have the names that phones, scanners and banks give', () => {
    for (const { filename } of shop.scans) expect(filename).toMatch(/\d.*\.(jpg|jpeg|pdf)$/)
    const suffixes = new Set(shop.scans.map((scan) => scan.filename.split('.').at(-1)))
    expect(suffixes).toEqual(new Set(['jpg', 'jpeg', 'pdf']))
  })

  test('were made while the shop was open, in India', () => {
    for (const { created_at } of shop.scans) {
      const hourInIndia = new Date(Date.parse(created_at) + 5.5 * hour).getUTCHours()
      expect(hourInIndia).toBeWithin(10, 20)
      expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
  })
})
