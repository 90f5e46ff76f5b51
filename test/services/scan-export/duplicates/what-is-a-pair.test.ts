import { expect, test } from 'bun:test'
import { scanService } from '../../../support/scan-service.ts'
import { codeOf, noon } from '../../../support/temporary-database.ts'
import { decide, openPairs } from './pairs.ts'

const metadata = { invoice_no: 'A-1', vendor_name: 'Acme', gstin: '27AAPFU0939F1ZV' }

test('a decision is said of two that have a number or a file in common, and of no others', async () => {
  await using service = scanService()
  const first = await service.addScan({ metadata, content: 'a bill' })
  const other = await service.addScan({ metadata: { invoice_no: 'A-2' } })
  const without = await service.addScan({ metadata: {} })
  for (const verdict of ['same', 'different'] as const) {
    expect(await codeOf(decide(service, first, other, verdict))).toBe('conflict')
    expect(await codeOf(decide(service, first, without, verdict))).toBe('conflict')
  }
  expect(service.listed()).toEqual([first, other, without])
  const sameFile = await service.addScan({ metadata: {}, content: 'a bill' })
  await decide(service, first, sameFile, 'same')
  expect(service.scan(sameFile).sameAs).toBe(first)
})

test('a different paper comes at once when the last that it was told from was delivered, and another one hides it', async () => {
  await using service = scanService()
  const delivered = await service.addScan({ metadata, createdAt: noon - 4_000 })
  await service.mark([delivered])
  const waiting = await service.addScan({ metadata, createdAt: noon - 2_000 })
  const younger = await service.addScan({ metadata, createdAt: noon - 1_000 })
  await decide(service, delivered, waiting, 'different')
  await decide(service, waiting, younger, 'different')
  expect(service.listed()).toEqual([waiting])
  await decide(service, delivered, younger, 'different')
  expect([service.listed(), openPairs(service)]).toEqual([[waiting, younger], []])
})
