import { expect, test } from 'bun:test'
import { drawnPage } from '../drawn-page.ts'
import { head, read } from '../read-drawing.ts'

test('the head of a bank statement says whose it is, from when to when, and its balances', () => {
  const drawing = `
HDFC BANK LIMITED
M/S. KULKARNI GENERAL STORES              Account Branch : LAXMI ROAD
SHOP 4 LAXMI ROAD                         Cust ID : 902530164
PUNE 411030                               Account No : 58249063839281
Statement From : 24 Mar 2026 To : 07 Apr 2026
Date        Narration           Withdrawal   Deposit Amt.  Closing Balance
24/03/2026  CASH DEPOSIT                     19,500.00     2,13,255.07
STATEMENT SUMMARY :-
Opening Balance       Debits        Credits       Closing Bal
1,93,755.07           0.00          19,500.00     2,13,255.07`
  const [document] = read(drawnPage(drawing))
  expect(document).toMatchObject({ kind: 'bank statement', category: 'bank_entry' })
  expect(head(drawing)).toEqual({
    bank_name: 'HDFC BANK LIMITED',
    account_name: 'KULKARNI GENERAL STORES',
    branch: 'LAXMI ROAD',
    customer_id: '902530164',
    account_no: '58249063839281',
    statement_from: '24 Mar 2026',
    statement_to: '07 Apr 2026',
    opening_balance: '1,93,755.07',
    closing_balance: '2,13,255.07',
  })
})
