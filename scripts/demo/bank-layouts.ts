import type { DateStyle } from './calendar.ts'
import { readTables } from './tables.ts'

/** The headings of the banks' statements; a column without a heading is not on it. */
const labels = readTables(`
bank | holder | account | from | to | opening | closing
hdfc | Account Name | Account No | From | To | Opening Balance | Closing Bal
icici | Account Holder | Account Number | Transaction Period From | Transaction Period To | B/F | C/F
sbi | Name | Account Number | Start Date | End Date | Balance B/F | Balance C/F
axis | Customer Name | A/c No. | Statement From | Statement To | Opening Balance | Closing Balance

bank | date | valueDate | narration | reference | debit | credit | balance
hdfc | Date | Value Dt | Narration | Chq./Ref.No. | Withdrawal Amt. | Deposit Amt. | Closing Balance
icici | Transaction Date | Value Date | Transaction Remarks | Cheque Number | Withdrawal Amount (INR) | Deposit Amount (INR) | Balance (INR)
sbi | Txn Date | Value Date | Description | Ref No./Cheque No. | Debit | Credit | Balance
axis | Tran Date |  | Tran Particulars | Chq No | DR | CR | Balance
`)

/** The shop's four current accounts, one with each bank. `ifsc` also starts its NEFT references; `crAfterBalance`: "2,31,405.00Cr". */
export const statementLayouts = [
  layout('hdfc', 'HDFC0000939', 'dd/mm/yyyy'),
  layout('icici', 'ICIC0000624', 'dd-mm-yyyy'),
  layout('sbi', 'SBIN0001110', 'd MMM yyyy', true),
  layout('axis', 'UTIB0000073', 'dd-MMM-yy'),
]

export type StatementLayout = ReturnType<typeof layout>

function layout(
  bank: 'hdfc' | 'icici' | 'sbi' | 'axis',
  ifsc: string,
  dates: DateStyle,
  crAfterBalance = false,
) {
  const label = labels.get(bank)
  if (label === undefined) throw new RangeError(`There are no labels of ${bank}.`)
  return { label, filename: bank, ifsc, dates, crAfterBalance }
}
