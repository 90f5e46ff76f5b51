import type { DateStyle } from './calendar.ts'

/** The headings of one bank's statement; a column without a heading is not on it. */
export type StatementLayout = {
  /** The bank's IFSC, which also starts its NEFT references. */
  ifsc: string
  filename: 'hdfc' | 'icici' | 'sbi' | 'axis'
  head: {
    holder: string
    account: string
    from: string
    to: string
    opening: string
    closing: string
  }
  row: {
    date: string
    valueDate?: string
    narration: string
    reference: string
    debit: string
    credit: string
    balance: string
  }
  dates: DateStyle
  /** "2,31,405.00Cr" in the balance's column. */
  crAfterBalance: boolean
}

/** The shop's four current accounts, one with each bank. */
export const statementLayouts: readonly StatementLayout[] = [
  {
    ifsc: 'HDFC0000939',
    filename: 'hdfc',
    head: {
      holder: 'Account Name',
      account: 'Account No',
      from: 'From',
      to: 'To',
      opening: 'Opening Balance',
      closing: 'Closing Bal',
    },
    row: {
      date: 'Date',
      narration: 'Narration',
      reference: 'Chq./Ref.No.',
      valueDate: 'Value Dt',
      debit: 'Withdrawal Amt.',
      credit: 'Deposit Amt.',
      balance: 'Closing Balance',
    },
    dates: 'dd/mm/yyyy',
    crAfterBalance: false,
  },
  {
    ifsc: 'ICIC0000624',
    filename: 'icici',
    head: {
      holder: 'Account Holder',
      account: 'Account Number',
      from: 'Transaction Period From',
      to: 'Transaction Period To',
      opening: 'B/F',
      closing: 'C/F',
    },
    row: {
      date: 'Transaction Date',
      valueDate: 'Value Date',
      reference: 'Cheque Number',
      narration: 'Transaction Remarks',
      debit: 'Withdrawal Amount (INR)',
      credit: 'Deposit Amount (INR)',
      balance: 'Balance (INR)',
    },
    dates: 'dd-mm-yyyy',
    crAfterBalance: false,
  },
  {
    ifsc: 'SBIN0001110',
    filename: 'sbi',
    head: {
      holder: 'Name',
      account: 'Account Number',
      from: 'Start Date',
      to: 'End Date',
      opening: 'Balance B/F',
      closing: 'Balance C/F',
    },
    row: {
      date: 'Txn Date',
      valueDate: 'Value Date',
      narration: 'Description',
      reference: 'Ref No./Cheque No.',
      debit: 'Debit',
      credit: 'Credit',
      balance: 'Balance',
    },
    dates: 'd MMM yyyy',
    crAfterBalance: true,
  },
  {
    ifsc: 'UTIB0000073',
    filename: 'axis',
    head: {
      holder: 'Customer Name',
      account: 'A/c No.',
      from: 'Statement From',
      to: 'Statement To',
      opening: 'Opening Balance',
      closing: 'Closing Balance',
    },
    row: {
      date: 'Tran Date',
      reference: 'Chq No',
      narration: 'Tran Particulars',
      debit: 'DR',
      credit: 'CR',
      balance: 'Balance',
    },
    dates: 'dd-MMM-yy',
    crAfterBalance: false,
  },
]
