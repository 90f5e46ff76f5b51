import { describe, expect, test } from 'bun:test'
import { drawnPage } from '../drawn-page.ts'
import { read } from '../read-drawing.ts'

const bill = (number: string, total: string) => `
SHREE TRADERS
GSTIN:27ARZPV1134P1ZQ
TAX INVOICE
Bill No : ${number}           Date : 05/11/2026
Item        Qty   Rate    Amount
Besan       2     84.50   ${total}
Total                     ${total}
For SHREE TRADERS`

const beside = (left: string, right: string) => {
  const [a, b] = [left.split('\n'), right.split('\n')]
  return a.map((line, at) => `${line.padEnd(52)}${b[at] ?? ''}`).join('\n')
}

function numbersOf(drawing: string) {
  return read(drawnPage(drawing)).map(({ head, pages }) => [head['invoice_no']?.text, ...pages])
}

describe('one page', () => {
  test('with two bills below each other is two documents', () => {
    const drawing = `${bill('118', '169.00')}\n\n\n${bill('119', '200.00')}`
    expect(numbersOf(drawing)).toEqual([
      ['118', 1],
      ['119', 1],
    ])
    const totals = read(drawnPage(drawing)).map(({ head, lines }) => [
      head['total']?.text,
      lines.length,
    ])
    expect(totals).toEqual([
      ['169.00', 1],
      ['200.00', 1],
    ])
  })

  test('with two bills side by side is two documents', () => {
    expect(numbersOf(beside(bill('118', '169.00'), bill('119', '200.00')))).toEqual([
      ['118', 1],
      ['119', 1],
    ])
  })

  test('with the same bill twice is one', () => {
    expect(numbersOf(`${bill('118', '169.00')}\n\n\n${bill('118', '169.00')}`)).toEqual([
      ['118', 1],
    ])
  })

  test('with its title repeated in a sentence is one', () => {
    const drawing = `${bill('118', '169.00')}\nTAX INVOICE\nThis is a computer generated invoice`
    expect(numbersOf(drawing)).toEqual([['118', 1]])
  })
})
