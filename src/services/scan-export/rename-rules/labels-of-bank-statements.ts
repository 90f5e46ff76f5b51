// The headings of Indian bank statements: State Bank, HDFC, ICICI, Axis, Kotak, Bank of Baroda, PNB, Canara, Union.
// See labels-of-metadata.ts for the notation.

/** The columns of a statement. "Description" stays `description`: the contract has both. */
export const bankLineLabels = {
  date: `Date | Txn Date | Transaction Date | Trans Date | Tran Date | Posting Date | Post Date | Posted Date
    | Txn Posted Date | Transaction Posted Date | Entry Date | Booking Date | Date & Time | Date/Time | Txn Date & Time
    | Transaction Date & Time | Date of Transaction`,
  value_date: `Value Date | Val Date | Effective Date`,
  narration: `Narration | Particulars | Particular | Remarks | Remark | Details | Narrative | Transaction Remarks
    | Txn Remarks | Tran Remarks | Transaction Particulars | Txn Particulars | Tran Particulars
    | Transaction Details | Txn Details | Tran Details | Transaction Description | Txn Description
    | Tran Description | Transaction Narration | Description/Narration | Narration/Description
    | Description/Particulars`,
  reference: `Reference | Reference No | Ref | Ref No | Chq | Chq No | Cheque | Cheque No | Chq/Ref No | Chq/Ref
    | Cheque/Ref No | Cheque/Reference No | Chq No/Ref No | Cheque No/Ref No | Cheque No/Reference No | Ref/Chq No
    | Ref/Cheque No | Ref No/Chq No | Ref No/Cheque No | Reference No/Cheque No | Instrument No | Instrument Id
    | Inst No | Instr No | Transaction Id | Txn Id | Tran Id | Transaction No | Txn No | Transaction Reference
    | Transaction Reference No | Transaction Ref No | Txn Ref No | UTR | UTR No | RRN | UTR/RRN`,
  debit: `Debit | Debits | Dr | Dr Amount | Debit Amount | Debit (Dr) | Withdrawal | Withdrawals | Withdrawl
    | Withdrawal Amount | Withdrawal Dr | Withdrawals Dr | Withdrawal (Debit) | Withdrawal/Debit | Debit/Withdrawal
    | Amount Debited | Amount Dr | Amount Withdrawn | Paid Out | Money Out`,
  credit: `Credit | Credits | Cr | Cr Amount | Credit Amount | Credit (Cr) | Deposit | Deposits | Deposit Amount
    | Deposit Cr | Deposits Cr | Deposit (Credit) | Deposit/Credit | Credit/Deposit | Amount Credited | Amount Cr
    | Amount Deposited | Paid In | Money In`,
  balance: `Balance | Bal | Closing Balance | Closing Bal | Running Balance | Running Bal | Available Balance
    | Account Balance | Ledger Balance | Line Balance | Balance Amount | Total Balance`,
  amount: `Amount | Transaction Amount | Txn Amount | Tran Amount | Withdrawal (Dr)/Deposit (Cr)
    | Withdrawal/Deposit | Deposit/Withdrawal | Amount (Dr/Cr) | Amount Dr/Cr`,
  dr_cr: `Dr/Cr | Cr/Dr | Debit/Credit | Credit/Debit | D/C | Dr or Cr | Debit or Credit | Dr Cr Indicator`,
  branch: `Branch | Branch Name`,
  branch_code: `Branch Code | Init Br | SOL | SOL Id`,
}

/** The head of a statement. */
export const bankMetadataLabels = {
  account_name: `Account Name | A/c Name | Account Holder | Account Holder Name | Name of Account Holder
    | Customer Name`,
  customer_id: `Customer Id | Cust Id | CIF | CIF No | CRN`,
  micr: `MICR | MICR Code | MICR No`,
  branch: `Branch | Branch Name | Account Branch`,
  date: `Date`,
  statement_date: `Statement Date | Date of Statement`,
  statement_from: `Statement From | From Date | From | Period From | Transaction Period From | Start Date`,
  statement_to: `Statement To | To Date | To | Period To | Transaction Period To | End Date`,
  opening_balance: `Opening Balance | Opening Bal | Balance B/F | B/F | Brought Forward`,
  closing_balance: `Closing Balance | Closing Bal | Balance C/F | C/F | Ending Balance`,
  balance: `Balance | Available Balance | Account Balance`,
  currency: `Currency | Currency Code`,
}
