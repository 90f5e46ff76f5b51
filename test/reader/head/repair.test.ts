import { describe, expect, test } from 'bun:test'
import {
  readPrintedGstin,
  readPrintedIfsc,
  readPrintedPan,
} from '../../../src/reader/head/forms.ts'

const gstin = '27ARZPV1134P1ZQ'

describe('a GSTIN that a scanner read', () => {
  test('stays as it is when its check character holds', () => {
    expect(readPrintedGstin('27 ARZPV 1134P 1ZQ')).toEqual({ text: gstin, isRepaired: false })
  })

  const wrong = [
    '27ARZPVll34P1ZQ',
    '27ARZPV1I34P1ZQ',
    'Z7ARZPV1134P1ZQ',
    '27ARZPV1134PIZQ',
    '27ARZPV1134P12Q',
    '27ARZPV1134P1ZQ|',
  ]
  test.each(wrong)('is put right by position and check character: %s', (text) => {
    expect(readPrintedGstin(text)?.text).toBe(gstin)
  })

  const hopeless = ['27ARZPV1134P1Z', '27ARZPV1135P1ZQ', 'AUTHORISED SIGN', '271134567890123']
  test.each(hopeless)('is none when nothing fits: %s', (text) => {
    expect(readPrintedGstin(text)).toBeUndefined()
  })
})

test('a PAN and an IFSC are put right by their form', () => {
  expect(readPrintedPan('ARZPVII34P')).toEqual({ text: 'ARZPV1134P', isRepaired: true })
  expect(readPrintedIfsc('HDFCO840965')).toEqual({ text: 'HDFC0840965', isRepaired: true })
  expect(readPrintedIfsc('HDFC1840965')).toBeUndefined()
})
