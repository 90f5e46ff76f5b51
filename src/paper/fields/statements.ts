import type { FieldDefinition } from '../fields.ts'

/** The head of a bank statement, and its rows. Bills print the bank’s account too. */
export const statements = {
  account_no: {
    name: 'Account number',
    place: 'head',
    kind: 'account',
    whose: 'bank',
    required: { bank_entry: 'account_no' },
    labels: {
      head: `Account No | A/c No | Acct No | Bank Account No | Bank A/c No`,
      statementHead: `खाता संख्या | खाता क्रमांक | खाते क्रमांक`,
      besideValue: `Bank Account No | Bank A/c | A/c | Account | A/C Number | Acc No | Account # | खाता संख्या`,
    },
  },
  ifsc: {
    name: 'IFSC',
    place: 'head',
    kind: 'ifsc',
    whose: 'bank',
    labels: {
      head: `IFSC | IFSC Code | IFS Code | RTGS/NEFT IFSC | Branch & IFS Code | Bank IFSC`,
    },
  },
  bank_name: {
    name: 'Bank',
    place: 'head',
    kind: 'text',
    whose: 'bank',
    labels: {
      head: `Bank Name | Bank | Name of Bank`,
    },
  },
  date: {
    name: 'Date',
    place: 'line',
    kind: 'day',
    whose: 'row',
    delivered: 'date',
    isRecent: true,
    labels: {
      line: `Date`,
      statementHead: `Date`,
      statementLine: `Date | Txn Date | Transaction Date | Trans Date | Tran Date | Trn Date | Posting Date | Post Date
        | Posted Date | Txn Posted Date | Transaction Posted Date | Entry Date | Booking Date | Date & Time
        | Date/Time | Txn Date & Time | Transaction Date & Time | Date of Transaction | दिनांक | तारीख`,
    },
  },
  account_name: {
    name: 'Account holder',
    place: 'head',
    kind: 'text',
    whose: 'bank',
    required: { bank_entry: 'account_no' },
    labels: {
      statementHead: `Account Name | A/c Name | Account Holder | Account Holder Name | Name of Account Holder
        | Customer Name | Primary Holder | Primary Account Holder | नाम | खाताधारक का नाम | खातेदाराचे नाव`,
    },
  },
  customer_id: {
    name: 'Customer number',
    place: 'head',
    kind: 'code',
    whose: 'bank',
    labels: {
      statementHead: `Customer Id | Cust Id | Customer No | CIF | CIF No | CIF Id | CRN | CRN No | Cust Reln No
        | Customer Reln No | Customer Relationship No`,
    },
  },
  micr: {
    name: 'MICR',
    place: 'head',
    kind: 'micr',
    whose: 'bank',
    labels: {
      statementHead: `MICR | MICR Code | MICR No`,
    },
  },
  branch: {
    name: 'Branch',
    place: 'head',
    kind: 'text',
    whose: 'bank',
    labels: {
      statementHead: `Branch | Branch Name | Account Branch`,
      statementLine: `Branch | Branch Name`,
    },
  },
  statement_date: {
    name: 'Statement date',
    place: 'head',
    kind: 'day',
    whose: 'bank',
    isRecent: true,
    labels: {
      statementHead: `Statement Date | Date of Statement`,
    },
  },
  statement_from: {
    name: 'From',
    place: 'head',
    kind: 'day',
    whose: 'bank',
    isRecent: true,
    labels: {
      statementHead: `Statement From | From Date | From | Period From | Transaction Period From | Start Date`,
    },
  },
  statement_to: {
    name: 'To',
    place: 'head',
    kind: 'day',
    whose: 'bank',
    isRecent: true,
    labels: {
      statementHead: `Statement To | To Date | To | Period To | Transaction Period To | End Date`,
    },
  },
  opening_balance: {
    name: 'Opening balance',
    place: 'head',
    kind: 'balance',
    whose: 'bank',
    labels: {
      statementHead: `Opening Balance | Opening Bal | Balance B/F | B/F | Brought Forward`,
    },
  },
  closing_balance: {
    name: 'Closing balance',
    place: 'head',
    kind: 'balance',
    whose: 'bank',
    labels: {
      statementHead: `Closing Balance | Closing Bal | Balance C/F | C/F | Ending Balance`,
    },
  },
  balance: {
    name: 'Balance',
    place: 'line',
    kind: 'balance',
    whose: 'row',
    delivered: 'balance',
    labels: {
      statementHead: `Balance | Available Balance | Account Balance`,
      statementLine: `Balance | Bal | Closing Balance | Closing Bal | Running Balance | Running Bal | Available Balance
        | Account Balance | Ledger Balance | Line Balance | Balance Amount | Total Balance | शेष | शिल्लक
        | बाकी`,
    },
  },
  currency: {
    name: 'Currency',
    place: 'head',
    kind: 'currency',
    whose: 'bank',
    labels: {
      statementHead: `Currency | Currency Code`,
    },
  },
  value_date: {
    name: 'Value date',
    place: 'line',
    kind: 'day',
    whose: 'row',
    delivered: 'date',
    labels: {
      statementLine: `Value Date | Val Date | Value Dat | Effective Date`,
    },
  },
  narration: {
    name: 'Narration',
    place: 'line',
    kind: 'text',
    whose: 'row',
    labels: {
      statementLine: `Narration | Particulars | Particular | Remarks | Remark | Details | Narrative | Transaction Remarks
        | Txn Remarks | Tran Remarks | Transaction Particulars | Txn Particulars | Tran Particulars
        | Transaction Details | Txn Details | Tran Details | Transaction Description | Txn Description
        | Tran Description | Transaction Narration | Description/Narration | Narration/Description
        | Description/Particulars | विवरण | तपशील`,
    },
  },
  reference: {
    name: 'Reference',
    place: 'line',
    kind: 'code',
    whose: 'row',
    labels: {
      statementLine: `Reference | Reference No | Ref | Ref No | Chq | Chq No | Cheque | Cheque No | Cheque Id | Chq/Ref No
        | Chq/Ref | Cheque/Ref No | Cheque/Reference No | Chq No/Ref No | Cheque No/Ref No
        | Cheque No/Reference No | Ref/Chq No | Ref/Cheque No | Ref No/Chq No | Ref No/Cheque No
        | Reference No/Cheque No | Instrument No | Instrument Id | Inst No | Instr No | Transaction Id
        | Txn Id | Tran Id | Transaction No | Txn No | Transaction Reference | Transaction Reference No
        | Transaction Ref No | Txn Ref No | UTR | UTR No | RRN | UTR/RRN`,
    },
  },
  debit: {
    name: 'Debit',
    place: 'line',
    kind: 'money',
    whose: 'row',
    delivered: 'number',
    labels: {
      statementLine: `Debit | Debits | Dr | Dr Amount | Debit Amount | Debit (Dr) | Withdrawal | Withdrawals | Withdrawl
        | Withdrawls | Withdrawl Amount | Payment | Payments | नामे | आहरण | निकासी | Withdrawal Amount
        | Withdrawal Dr | Withdrawals Dr | Withdrawal (Debit) | Withdrawal/Debit | Debit/Withdrawal
        | Amount Debited | Amount Dr | Amount Withdrawn | Paid Out | Money Out`,
    },
  },
  credit: {
    name: 'Credit',
    place: 'line',
    kind: 'money',
    whose: 'row',
    delivered: 'number',
    labels: {
      statementLine: `Credit | Credits | Cr | Cr Amount | Credit Amount | Credit (Cr) | Deposit | Deposits
        | Deposit Amount | Deposit Cr | Deposits Cr | Deposit (Credit) | Deposit/Credit | Credit/Deposit
        | Amount Credited | Amount Cr | Amount Deposited | Paid In | Money In | Receipt | Receipts | जमा`,
    },
  },
  dr_cr: {
    name: 'Debit or credit',
    place: 'line',
    kind: 'text',
    whose: 'row',
    labels: {
      statementLine: `Dr/Cr | Cr/Dr | Debit/Credit | Credit/Debit | D/C | Dr or Cr | Debit or Credit | Dr Cr Indicator`,
    },
  },
  branch_code: {
    name: 'Branch code',
    place: 'line',
    kind: 'text',
    whose: 'row',
    labels: {
      statementLine: `Branch Code | Init Br | SOL | SOL Id`,
    },
  },
} as const satisfies Record<string, FieldDefinition>
