import { describe, expect, test } from 'bun:test'
import { nameMatcher } from '../../../../src/names/matching.ts'
import { payeeOf } from '../../../../src/services/scan-export/overview/unknown-names.ts'

const paid = [
  ['UPI/DR/412345678901/SHREE GANESH TRADERS/shreeganesh@okaxis/PAY BILL', 'SHREE GANESH TRADERS'],
  ['UPI-SWIGGY-SWIGGY@YBL-YESB0000001-412345678901-PAYMENT', 'SWIGGY'],
  [
    'NEFT DR-HDFC0001234-KALYANI FOODS PVT LTD-NETBANK, MUM-N261120123456789',
    'KALYANI FOODS PVT LTD',
  ],
  ['IMPS-412345678901-MODERN DAIRY-XXXXXXX1234-SUPPLIES', 'MODERN DAIRY'],
  ['RTGS DR/PUNB0123456/Deccan Oils/UTR', 'Deccan Oils'],
  ['CHQ PAID-CTS-PUNE-MAHARASHTRA GRAIN DEPOT', 'MAHARASHTRA GRAIN DEPOT'],
  ['POS 416021XXXXXX1234 FUEL STATION KARVE RD PUNE', 'FUEL STATION KARVE RD PUNE'],
  ['TO TRANSFER-UPI/DR/412345678901/शर्मा ट्रेडर्स/SBIN', 'शर्मा ट्रेडर्स'],
  ['By 3M India Ltd', '3M India Ltd'],
] as const

describe('the payee of a narration', () => {
  test.each(paid)('%s', (narration, payee) => {
    expect(payeeOf(narration)).toBe(payee)
  })

  test.each(paid)('is found in it once it is a name: %s', (narration, payee) => {
    const entry = { id: 'one', name: payee, aliases: [] }
    expect(nameMatcher([entry]).findIn(narration)).toBe(payee)
  })

  test.each([
    'ATM WDL-S1ANPU123-LAXMI ROAD-PUNE',
    'SMS CHARGES NOV 2026 INCL GST',
    'CASH DEPOSIT SELF',
    'SALARY NOV 2026',
    'UPI/DR/412345678901//',
    '412345678901',
    '',
  ])('is nobody in %j', (narration) => {
    expect(payeeOf(narration)).toBeUndefined()
  })
})
